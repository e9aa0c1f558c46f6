import { can } from '../access';
import type { Resource, RestAction } from '../define';
import type { Draft } from '../draft';
import { detailsOf } from '../operations/answer';
import { insertDrafts, validDraft } from '../operations/create';
import { ok, type RestRequest } from '../request';
import { BulkBody } from './bulk-body';
import { linesOf } from './bulk-checks';
import { permission, type Element, type ElementTraits } from './element';

/** An action on many elements of a kind at once, at `/<path>/<name with underscores>`; it checks the access itself. */
export function bulkAction(
  traits: Pick<ElementTraits, 'noun' | 'path'>,
  verb: 'add' | 'modify',
  name: string,
  handler: RestAction['handler'],
): RestAction {
  const segment = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const access = can(permission(traits, verb));
  return { name, rest: { method: 'POST', path: `/${traits.path}/${segment}` }, access, checksAccess: true, handler };
}

/** How elements of one kind are made in bulk (userstories.md, tasks.md, issues.md and epics.md, Bulk). */
export interface BulkCreation<D extends Element> {
  /** The field whose lines are the subjects. */
  lines: string;
  /** Reads what all new elements have in common, and adds problems to the body. */
  values?(bulk: BulkBody): Record<string, unknown> | Promise<Record<string, unknown>>;
  /** Puts the new elements in order. */
  place?(drafts: readonly Draft<D>[]): void;
  newestFirst?: boolean;
}

/** `POST …/bulk_create`: one element for each line that isn't empty; answers with their detail forms. */
export function bulkCreation<D extends Element>(traits: ElementTraits, resource: Resource<D>, how: BulkCreation<D>): RestAction {
  return bulkAction(traits, 'add', 'bulkCreate', async (request) => {
    const bulk = new BulkBody(request);
    await bulk.project();
    const values = await how.values?.(bulk);
    const subjects = linesOf(bulk.text(how.lines));
    const { id: project } = bulk.permitted(can(permission(traits, 'add')));
    const made = await createLines(resource, request, { subjects, values: { ...values, project }, place: how.place });
    return ok(await detailsOf(resource, request, how.newestFirst ? made.reverse() : made));
  });
}

interface Lines<D extends Element> extends Pick<BulkCreation<D>, 'place'> {
  subjects: readonly string[];
  /** What all of them have in common. */
  values: Record<string, unknown>;
}

/** Makes an element of each subject. @throws 400 before any is stored */
export async function createLines<D extends Element>(
  resource: Resource<D>,
  request: RestRequest,
  { subjects, values, place }: Lines<D>,
): Promise<D[]> {
  const drafts = await Promise.all(subjects.map((subject) => validDraft(resource, request, { ...values, subject })));
  place?.(drafts);
  await insertDrafts(resource, request, drafts);
  return drafts.map(({ after }) => after);
}
