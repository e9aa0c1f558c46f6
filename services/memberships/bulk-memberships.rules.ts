import { f, FieldProblem } from '../../lib/resource/fields';
import { readBody } from '../../lib/resource/read-body';
import { isObject } from '../../lib/resource/values';
import { hasRepetition, type Invitee, type Refusal } from './invitees.rules';

/** One of several people to be added. */
export interface BulkItem {
  role_id: number;
  username: string;
}

const itemFields = { role_id: f.integer({ required: true }), username: f.text({ required: true }) };

/** Reads `bulk_memberships`. @throws FieldProblem with an object of errors for each item */
export function readItems(value: unknown): BulkItem[] {
  if (!Array.isArray(value)) throw new FieldProblem(['Enter a list of values.']);
  const read = value.map((item: unknown) => readBody(itemFields, isObject(item) ? item : {}, 'create'));
  if (read.some(({ errors }) => Object.keys(errors).length > 0)) throw new FieldProblem(read.map(({ errors }) => errors));
  return read.map(({ values }) => ({ role_id: values.role_id as number, username: String(values.username).trim() }));
}

/** The body of `bulk_create` (memberships.md §4). */
export const bulkFields = {
  project_id: f.integer({ required: true }),
  bulk_memberships: f.custom<BulkItem[]>('memberships', { type: 'array' }, { required: true, initial: () => [] }, readItems),
  invitation_extra_text: f.nullableText({ max: 255 }),
};

const messages = {
  strangers: 'The user must be a valid contact',
  repeated: 'You are attempting to invite the same email address multiple times.',
  member: 'The user with this email address is already added to the project.',
};

/** Messages about the people of a bulk creation; null when all can be added. */
export function problemsOf(found: readonly (Invitee | Refusal)[]): unknown[] | null {
  const invitees = found.filter((one) => typeof one !== 'string');
  if (hasRepetition(invitees)) return [messages.repeated];
  if (found.includes('stranger')) return found.map((one) => (one === 'stranger' ? { username: [messages.strangers] } : {}));
  return found.includes('member') ? [messages.member] : null;
}
