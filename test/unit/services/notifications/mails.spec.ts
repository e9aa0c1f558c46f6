import { notificationMail } from '../../../../services/notifications/mails/content';
import { threadHeaders } from '../../../../services/notifications/mails/headers.rules';
import { isRefused, pauseAfter } from '../../../../lib/mail/retries';
import { digestOf, type Digest } from '../../../../services/notifications/mails/squash.rules';
import type { Told } from '../../../../services/notifications/mails/told';

const told = (change: Partial<Told> = {}): Told => ({
  ...{ id: 'one', object: 7, action: 'change', actor: 3, at: '2026-01-01T00:00:00.000Z', diff: {}, comment: '', names: {}, text: '' },
  subject: { kind: 'userstory', ref: 4, title: 'A "story"' },
  project: { id: 1, name: 'Team', slug: 'team' },
  ...change,
});

function digested(...entries: Told[]): Digest {
  const digest = digestOf(entries);
  if (!digest) throw new Error('nothing to tell');
  return digest;
}

describe('several changes in one mail', () => {
  it('show the first old and the last new value', () => {
    const digest = digested(told({ diff: { subject: ['a', 'b'] } }), told({ diff: { subject: ['b', 'c'] } }));
    expect(digest.merged).toEqual({ subject: ['a', 'c'] });
  });

  it('are not told at all when everything is back where it was', () => {
    expect(digestOf([told({ diff: { status: [1, 2], kanban_order: [1, 2] } }), told({ diff: { status: [2, 1] } })])).toBeNull();
  });

  it('keep comments and points apart', () => {
    const points = (before: number, after: number) => told({ diff: { points: [{ 1: before }, { 1: after }] }, comment: `to ${after}` });
    const { singles, merged } = digested(points(1, 2), points(2, 1));
    expect(merged).toEqual({});
    expect(singles.map(({ comment }) => comment)).toEqual(['to 2', 'to 1']);
  });
});

describe('the mail of a change', () => {
  const change = told({ diff: { status: [1, 2] }, names: { status: { 1: 'New', 2: '<b>Done</b>' } }, comment: 'Well <i>done</i>' });

  it('is written in the language of its reader, escaped in HTML', () => {
    const english = notificationMail(digested(change), 'Olga', 'http://site', 'en');
    expect(english.subject).toBe('[Team] Updated the US #4 "A "story""');
    expect(english.text).toContain('Status: New → <b>Done</b>');
    expect(english.html).toContain('&lt;b&gt;Done&lt;/b&gt;');
    expect(english.html).not.toContain('<i>');
    expect(english.html).toContain('http://site/project/team/us/4');
    const spanish = notificationMail(digested(change), 'Olga', 'http://site', 'es');
    expect(spanish.subject).toBe('[Team] Actualizada la historia de usuario #4 "A "story""');
    expect(spanish.text).toContain('Estado: ');
  });

  it('is threaded by its element and names the page of one’s settings', () => {
    const date = new Date('2026-01-01T00:00:00Z');
    const facts = { told: change, product: 'Taiga', host: 'api.example', site: 'http://site', date };
    const { messageId, headers } = threadHeaders({ ...facts, entry: 'first' });
    expect(messageId).toMatch(/^<team\/4\/1767225600\d{6}@api\.example>$/);
    expect(threadHeaders({ ...facts, entry: 'first' }).messageId).toBe(messageId);
    expect(threadHeaders({ ...facts, entry: 'second' }).messageId).not.toBe(messageId);
    expect(headers).toMatchObject({
      'In-Reply-To': '<team/4@api.example>',
      References: '<team/4@api.example>',
      'List-ID': 'Taiga/Team <taiga.team@api.example>',
      'List-Unsubscribe': '<http://site/user-settings/mail-notifications>',
    });
    expect(Buffer.from(headers['Thread-Index'] ?? '', 'base64')).toHaveLength(22);
  });
});

describe('a mail that could not be sent', () => {
  it('is tried again with growing pauses, for ever', () => {
    expect([1, 2, 7, 8, 500].map(pauseAfter)).toEqual([2000, 5000, 300_000, 300_000, 300_000]);
  });

  it('is given up only when the server refused its address for good', () => {
    expect(isRefused({ code: 'EENVELOPE', responseCode: 550 })).toBe(true);
    expect(isRefused({ code: 'EENVELOPE', responseCode: 451 })).toBe(false);
    expect(isRefused({ code: 'EAUTH', responseCode: 535 })).toBe(false);
    expect(isRefused(new Error('connect ECONNREFUSED'))).toBe(false);
  });
});
