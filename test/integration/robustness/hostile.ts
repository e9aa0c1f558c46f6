import fc from 'fast-check';
import type { Ground } from './world';

const nested = (depth: number): unknown => (depth === 0 ? [] : [nested(depth - 1)]);
/** As JSON text has it: an own key, where a literal would set the prototype. */
const polluting: unknown = JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}, "toString": 1}');

/** Values that no field, or not every field, expects. */
const oddValues: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e20, 2 ** 53, -(2 ** 53), 1e308],
  ...['', ' ', 'abc', '0', '-1', '1.5', '1e9', '99999999999999999999', 'null', 'true', 'NaN', '1,2,x', '[1', '{}'],
  ...['2030-02-30', '2030-13-01', '0000-00-00', '2030-01-15T10:00:00Z', '99999-01-01'],
  ...['<script>alert(1)</script>', '../../etc/passwd', 'a\r\nBcc: x@example.com', '%00%', "'; --", '$where', 'a.b', '\u202e', '🌲'],
  ...[
    'x'.repeat(300),
    'long '.repeat(5000),
    '#'.repeat(3000),
    '[['.repeat(500),
    'http://',
    'javascript:alert(1)',
    '__proto__',
    'constructor',
  ],
  ...[[], [[]], [null], [{}], [1, 'a', null], [-1], [1.5], ['__proto__'], [['x', 'red']], [['x', '#fff', 1]], [true], nested(50)],
  ...[{}, { id: 1 }, { a: null }, { '': '' }, { 'a.b': 1, $set: { c: 1 } }, { '1': 'x', '-1': null }, polluting],
];

/** Names of fields that actions read, beside those that resources declare. */
const actionFields = [
  ...['project', 'project_id', 'status_id', 'swimlane_id', 'milestone_id', 'milestone', 'us_id', 'user_story', 'userstory', 'epic', 'user'],
  ...['bulk_userstories', 'bulk_stories', 'bulk_tasks', 'bulk_issues', 'bulk_epics', 'bulk_orders', 'bulk_attachments', 'bulk_memberships'],
  ...[
    'after_userstory_id',
    'before_userstory_id',
    'after_task_id',
    'object_id',
    'attached_file',
    'order',
    'orders',
    'version',
    'comment',
    'content',
  ],
  ...['tag', 'from_tag', 'from_tags', 'to_tag', 'color', 'tags', 'users', 'user_ids', 'name', 'template_name', 'template_description'],
  ...[
    'email',
    'email_token',
    'username',
    'password',
    'current_password',
    'token',
    'refresh',
    'type',
    'cancel_token',
    'full_name',
    'existing',
  ],
  ...[
    'accepted_terms',
    'application',
    'auth_code',
    'state',
    'code',
    'cypher',
    'reason',
    'notify_level',
    'live_notify_level',
    'id',
    'url',
    'key',
  ],
  ...[
    'value',
    'attributes_values',
    'moveTo',
    'project_slug',
    'role',
    'invitation_token',
    'invitation_extra_text',
    'github',
    'gitlab',
    'text',
  ],
  ...['private_only', 'destroy', 'data', 'slug', 'permissions', 'extra', 'points', 'wip_limit', 'is_admin', 'bio', 'lang', '__proto__'],
];

const idFields: Record<string, string> = {
  project: 'projects',
  project_id: 'projects',
  user: 'users',
  role: 'roles',
  user_story: 'userstories',
  us_id: 'userstories',
  object_id: 'userstories',
  epic: 'epics',
  milestone: 'milestones',
  milestone_id: 'milestones',
  status_id: 'userstory-statuses',
  swimlane_id: 'swimlanes',
  after_userstory_id: 'userstories',
};

/** What lets a request get further than to its first problem. */
export function sensibleBody(ground: Ground, names: readonly string[]): Record<string, unknown> {
  const body: Record<string, unknown> = { version: 1, type: 'normal', comment: 'Seen' };
  for (const name of names) if (name in idFields) body[name] = ground.ids[idFields[name] ?? ''];
  const story = ground.ids.userstories;
  const places = [{ us_id: story, task_id: ground.ids.tasks, issue_id: ground.ids.issues, order: 1, id: story }];
  return { ...body, bulk_userstories: [story], bulk_stories: places, bulk_tasks: places, bulk_issues: places, bulk_attachments: [story] };
}

const withKey = (body: object, name: string, value: unknown): object =>
  Object.defineProperty({ ...body }, name, { value, enumerable: true, configurable: true, writable: true });

/** Bodies in which one to three fields are wrong and others may be right; some aren't objects at all. */
export function hostileBodies(grounds: readonly Ground[], declared: readonly string[]): fc.Arbitrary<unknown> {
  const names = [...new Set([...declared, ...declared, ...actionFields])];
  const wrong = fc.tuple(
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...(declared.length > 0 ? declared : names)) }, fc.constantFrom(...names)),
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...oddValues) }, fc.jsonValue({ maxDepth: 3 })),
  );
  const objects = fc
    .tuple(fc.constantFrom({}, ...grounds.map((ground) => sensibleBody(ground, names))), fc.array(wrong, { minLength: 1, maxLength: 3 }))
    .map(([body, wrongs]) => wrongs.reduce<object>((all, [name, value]) => withKey(all, name, value), body));
  return fc.oneof({ weight: 12, arbitrary: objects }, fc.constantFrom(...oddValues));
}

/** What a path may hold instead of an id, percent-encoded. */
export const hostileSegments = [
  'abc',
  '-1',
  '0',
  '1e9',
  '1.5',
  '99999999999999999999',
  '%00',
  '%',
  '%2e%2e%2f',
  '%F0%9F%8C%B2',
  '__proto__',
  'a'.repeat(2000),
];

/** What a parameter of a query may hold, percent-encoded. */
export const hostileParameters = [
  ...['', 'x', '-1', '0', '1.5', '1,,2', ',', 'null', 'null,x', 'true', '1e9', '99999999999999999999', '1,99999999999999999999'],
  ...[
    '__proto__',
    'constructor',
    '-constructor',
    'last',
    '%00',
    '%',
    '%ED%A0%80',
    '%F0%9F%8C%B2',
    '2030-02-30',
    '[]',
    "'%20OR%201=1",
    '%22',
    '*',
    '%25_',
  ],
];
