import type { ChangeEntry } from '../../../../lib/contracts/changes';
import type { ProjectContext } from '../../../../lib/contracts/project-context';
import { changeObject } from '../../../../services/webhooks/payload/change';
import { elementObject, isTold } from '../../../../services/webhooks/payload/elements';
import type { Facts } from '../../../../services/webhooks/payload/objects';

const entry = (changes: Partial<ChangeEntry>): ChangeEntry => ({
  ...{ id: 'x', kind: 'userstory', object: 1, project: 2, action: 'change', actor: 3, at: '2026-01-01T00:00:00.000Z', version: 2 },
  ...{ diff: {}, names: {}, snapshot: {}, comment: '', hidden: false, sessionId: null, sent: [], related: {}, document: {} },
  ...changes,
});

const status = { id: 5, project: 2, name: 'New', slug: 'new', color: '#123456', order: 1, is_closed: false, is_archived: false };
const point = { id: 9, project: 2, name: '2', value: 2, order: 1 };
const attribute = { id: 11, project: 2, name: 'Size', order: 1 };
const role = (id: number, name: string, order: number) => ({
  ...{ id, name, slug: name, order },
  computable: true,
  permissions: [],
});
const context = {
  ...{ id: 2, name: 'Team', slug: 'team', logo_big_url: null, roles: [role(2, 'Back', 2), role(1, 'Front', 1)] },
  settings: { us_statuses: [status], points: [point], userstory_custom_attributes: [attribute] },
} as unknown as ProjectContext;
const ann = { id: 3, username: 'ann', full_name_display: 'Ann', photo: null, gravatar_id: 'g' };
const facts = {
  ...{ site: 'http://site', users: new Map([[3, ann]]), projects: new Map([[2, context]]) },
  ...{ milestones: new Map(), stories: new Map(), epics: new Map() },
} as unknown as Facts;
const story = {
  ...{ id: 1, ref: 4, project: 2, subject: 'S', owner: 3, assigned_to: null, status: 5, points: { 1: 9, 2: 9, 3: 9 }, milestone: 8 },
  ...{ custom_values: { 11: 'big', 12: 'gone' }, watches: [{ id: 3, at: '' }], tags: ['red'], assigned_users: [3] },
};

describe('the element of a payload', () => {
  it('shows objects in place of ids, points by the order of roles, and what is gone as null', () => {
    expect(elementObject('userstory', story, context, facts)).toMatchObject({
      permalink: 'http://site/project/team/us/4',
      owner: { id: 3, permalink: 'http://site/profile/ann', username: 'ann', full_name: 'Ann', photo: null, gravatar_id: 'g' },
      status: { id: 5, name: 'New', slug: 'new', color: '#123456', is_closed: false, is_archived: false },
      points: [
        { role: 'Front', name: '2', value: 2 },
        { role: 'Back', name: '2', value: 2 },
      ],
      custom_attributes_values: { Size: 'big' },
      ...{ watchers: [3], milestone: null, assigned_to: null, assigned_users: [3], tribe_gig: null },
    });
  });
  it('of a deletion has nothing left that hung on it', () => {
    expect(elementObject('userstory', story, context, facts, true)).toMatchObject({
      subject: 'S',
      custom_attributes_values: null,
      points: [],
    });
  });
  it('is made of the kinds that receivers know', () => {
    expect([isTold('relateduserstory'), isTold('milestone'), isTold('project'), isTold('membership'), isTold('user')]).toEqual([
      ...[true, true, false, false, false],
    ]);
  });
});

describe('the change of a payload', () => {
  it('has pairs as from and to, points by role, attachments as they are, and leaves descriptions to the history', () => {
    const attachment = {
      id: 1,
      filename: 'a.txt',
      url: 'u',
      attached_file: 'a',
      thumbnail_file: null,
      is_deprecated: false,
      description: '',
      order: 1,
    };
    const change = changeObject(
      entry({
        diff: {
          ...{ subject: ['a', 'b'], description: ['', 'x'], description_html: ['', '<p>x</p>'], blocked_note: ['', 'why'] },
          ...{ points: [{ 1: 8 }, { 1: 9 }], attachments: [[], [attachment]] },
        },
        names: { points: { 8: '?', 9: '2' }, roles: { 1: 'Front' } },
      }),
      '',
    );
    expect(change.diff).toEqual({
      subject: { from: 'a', to: 'b' },
      description_diff: 'Check the history API for the exact diff',
      blocked_note_diff: { from: null, to: '<ins style="background:#e6ffe6;">why</ins>' },
      points: { Front: { from: '?', to: '2' } },
      attachments: { new: [attachment], changed: [], deleted: [] },
    });
  });
  it('tells the versions of a comment', () => {
    const versions = [{ comment: 'a', comment_html: '<p>a</p>', user: 3 }];
    const fate = { comment_html: '<p>b</p>', comment_versions: versions, edit_comment_date: 'd', delete_comment_date: null };
    expect(changeObject({ ...entry({ comment: 'b' }), ...fate }, 'unused')).toEqual({
      ...{ comment: 'b', comment_html: '<p>b</p>', delete_comment_date: null, edit_comment_date: 'd', diff: {} },
      comment_versions: [{ date: '2026-01-01T00:00:00.000Z', comment: 'a', comment_html: '<p>a</p>', user: { id: 3 } }],
    });
  });
});
