import type { Reply } from '../../../lib/contracts/http';
import { can } from '../../../lib/resource/access';
import type { RestAction } from '../../../lib/resource/define';
import { detailsOf } from '../../../lib/resource/operations/answer';
import { insertDrafts, validDraft } from '../../../lib/resource/operations/create';
import { ok, type RestRequest } from '../../../lib/resource/request';
import { BulkBody } from '../../../lib/resource/traits/bulk-body';
import { linesOf } from '../../../lib/resource/traits/bulk-checks';
import { permission } from '../../../lib/resource/traits/element';
import { inTheirOrder } from '../../../lib/resource/traits/places';
import { settingOf } from '../../../lib/resource/traits/element.serialize';
import { traits } from './epic';
import { epics } from './epic.resource';

const mayAdd = can(permission(traits, 'add'));

/** Many epics at once (epics.md, Bulk). */
export const bulkCreate: RestAction = {
  name: 'bulkCreate',
  rest: { method: 'POST', path: `/${traits.path}/bulk_create` },
  access: mayAdd,
  checksAccess: true,
  handler: createMany,
};

/** One epic for each line that isn't empty, in that order. */
async function createMany(request: RestRequest): Promise<Reply> {
  const bulk = new BulkBody(request);
  await bulk.project();
  const subjects = linesOf(bulk.text('bulk_epics'));
  const status = statusIn(bulk);
  const { id: project } = bulk.permitted(mayAdd);
  const drafts = await Promise.all(subjects.map((subject) => validDraft(epics, request, { project, subject, status })));
  const places = inTheirOrder(drafts.map(({ after }) => after.epics_order));
  drafts.forEach(({ after }, index) => {
    after.epics_order = places[index] ?? after.epics_order;
  });
  await insertDrafts(epics, request, drafts);
  const created = drafts.map(({ after }) => after);
  return ok(await detailsOf(epics, request, created));
}

function statusIn(bulk: BulkBody): number | null {
  const id = bulk.integer('status_id');
  const refusal = 'Invalid epic status id. The status must belong to the same project.';
  if (id !== null && bulk.context && !settingOf(bulk.context, traits.statuses, id)) bulk.problem('status_id', refusal);
  return id;
}
