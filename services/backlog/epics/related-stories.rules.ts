import { apiError, notFound, validationError } from '../../../lib/errors';
import { can, demandWritable, refusal } from '../../../lib/resource/access';
import type { FieldErrors } from '../../../lib/resource/define';
import { FieldProblem, messages, readId, readPlace } from '../../../lib/resource/fields';
import { contextFor, forChanging, lookup } from '../../../lib/resource/operations/lookup';
import { hasPermission } from '../../../lib/resource/permissions';
import type { RestRequest } from '../../../lib/resource/request';
import { permission, viewPermission } from '../../../lib/resource/traits/element';
import { parsedId } from '../../../lib/resource/values';
import { traits as storyTraits, type UserStory } from '../userstories/userstory';
import { traits } from './epic';
import { epics } from './epic.resource';
import { inEpic, relationTo, storiesOf, type EpicPlace } from './relations';

export const mayView = can(viewPermission(traits.noun));
export const mayModify = can(permission(traits, 'modify'));

/** The epic of the path, which the request may change. @throws 401, 403, 404, 451 */
export async function epicToChange(request: RestRequest): Promise<EpicPlace> {
  const { document, context } = await forChanging(epics, request, mayModify);
  if (!context) throw apiError('NOT_FOUND');
  demandWritable(context);
  return { epic: document, context };
}

/** A relation of the path. A missing one isn't revealed to those who would change it (userstories.md, Permission answers). */
export async function relationToChange(request: RestRequest): Promise<EpicPlace & { story: UserStory }> {
  const place = await epicToChange(request);
  const story = await storyInEpic(request);
  if (story) return { ...place, story };
  if (request.user?.isSuperuser) throw missingRelation();
  throw refusal(request.user);
}

export const missingRelation = () => notFound('RelatedUserStory');

/** The story of the path, when it is in the epic of the path. */
export async function storyInEpic(request: RestRequest): Promise<UserStory | null> {
  const id = parsedId(request.path.story);
  const epic = request.id;
  if (id === null || epic === null) return null;
  const story = await storiesOf(request).findOne({ id, ...inEpic(epic) });
  return story && relationTo(story, epic) ? story : null;
}

/** A relation as sent. */
export interface SentRelation {
  place: EpicPlace;
  story: UserStory;
  order: number;
}

/** Reads the body of a new relation: the path's epic counts, the body's is only wanted. @throws 400, 401, 403, 451 */
export async function sentRelation(request: RestRequest): Promise<SentRelation> {
  const errors: FieldErrors = {};
  const order = reading(errors, 'order', () => sentOrder(request.body)) ?? Date.now();
  const epic = (await lookup(epics, request, request.id)) ?? missing(errors, 'epic', request.path.id);
  if (isEmpty(request.body.epic)) errors.epic = [messages.required];
  const story = await sentStory(request, errors);
  if (Object.keys(errors).length > 0 || !epic || !story) throw validationError(errors);
  const context = await contextFor(epics, request, epic);
  if (!mayModify.allows({ user: request.user, context, document: epic, body: {} }) || !context) throw refusal(request.user);
  demandWritable(context);
  return { place: { epic, context }, story, order };
}

/** The order sent, or null for none. @throws FieldProblem */
const sentOrder = ({ order }: Record<string, unknown>): number | null => (order === undefined ? null : readPlace(order));

/** The new place in an edit, or null; `wanted` fields must be there. @throws 400 */
export function editedOrder({ body }: RestRequest, wanted: readonly string[]): number | null {
  const errors: FieldErrors = {};
  for (const name of wanted) if (isEmpty(body[name])) errors[name] = [messages.required];
  const order = reading(errors, 'order', () => sentOrder(body));
  if (Object.keys(errors).length > 0) throw validationError(errors);
  return order;
}

/** A story that the requester may not see counts as missing. */
async function sentStory(request: RestRequest, errors: FieldErrors): Promise<UserStory | null> {
  if (isEmpty(request.body.user_story)) {
    errors.user_story = [messages.required];
    return null;
  }
  const id = reading(errors, 'user_story', () => readId(request.body.user_story));
  if (id === null) return null;
  const story = await storiesOf(request).findById(id);
  const context = story && (await request.context(story.project));
  const visible = context && hasPermission(context, request.user, viewPermission(storyTraits.noun));
  // Who may see nothing at all hears of the missing permission first.
  if (story && (visible || request.user === null)) return story;
  return missing(errors, 'user_story', id);
}

function missing(errors: FieldErrors, field: string, id: unknown): null {
  errors[field] = [messages.missing(id)];
  return null;
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/** Reads one value; a problem is noted under its field. */
function reading<Value>(errors: FieldErrors, field: string, read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FieldProblem)) throw error;
    errors[field] = error.messages;
    return null;
  }
}
