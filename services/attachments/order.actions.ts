import type { Reply } from '../../lib/contracts/http';
import type { RestAction } from '../../lib/resource/define';
import { ok, type RestRequest } from '../../lib/resource/request';
import { BulkBody } from '../../lib/resource/traits/bulk-body';
import { renumbered } from '../../lib/resource/traits/places';
import { attachmentsOf, type Attachment, type AttachmentKind } from './attachment';
import type { AttachmentRules } from './attachment.rules';
import { attachmentsOfElement, tellKeeper } from './keepers';

const sameItem = 'must belong to the same item (epic, userstory, task, issue or wiki page).';

/** New places for some attachments of one element. */
export function orderAction({ kind, path }: AttachmentKind, { modify }: AttachmentRules): RestAction {
  return {
    name: 'bulkUpdateOrder',
    rest: { method: 'POST', path: `/${path}/attachments/bulk_update_order` },
    access: modify,
    checksAccess: true,
    handler: (request) => order(request, kind, modify),
  };
}

async function order(request: RestRequest, kind: AttachmentKind['kind'], modify: AttachmentRules['modify']): Promise<Reply> {
  const bulk = new BulkBody(request);
  const object = bulk.integer('object_id', true);
  const moved = bulk.ids('bulk_attachments');
  const after = bulk.integer('after_attachment_id');
  const all = object === null ? [] : await attachmentsOfElement(request, { kind, object });
  const own = new Set(all.map(({ id }) => id));
  if (!moved.every((id) => own.has(id))) bulk.problem('bulk_attachments', `Invalid attachment ids. All attachments ${sameItem}`);
  if (after !== null && !own.has(after)) {
    bulk.problem('after_attachment_id', `Invalid attachment id to move after. The attachment ${sameItem}`);
  }
  if (!all[0] && object !== null) bulk.problem('object_id', 'The item has no attachments.');
  bulk.context = await request.context(all[0]?.project ?? null);
  bulk.permitted(modify);
  const places = placesOf(all, moved, after);
  await store(request, all, places);
  await tellKeeper(request, { kind, object: object ?? 0 });
  return ok(places.map(({ id, place }) => ({ id, order: place })));
}

function placesOf(all: readonly Attachment[], moved: readonly number[], after: number | null) {
  const others = all
    .filter(({ id }) => !moved.includes(id))
    .sort((left, right) => left.order - right.order || left.id - right.id)
    .map(({ id, order: place }) => ({ id, place }));
  return renumbered({ others, moved, after, before: null });
}

async function store({ node }: RestRequest, all: readonly Attachment[], places: readonly { id: number; place: number }[]): Promise<void> {
  const present = new Map(all.map(({ id, order: place }) => [id, place]));
  const changed = places.filter(({ id, place }) => present.get(id) !== place);
  const updates = changed.map(({ id, place }) => ({ filter: { id }, update: { set: { order: place } } }));
  if (updates.length > 0) await attachmentsOf(node.store).bulkUpdate(updates);
}
