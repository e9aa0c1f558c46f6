import type { OutsideIssue } from '../../lib/contracts/outside-actions';
import { insertDraft, validDraft } from '../../lib/resource/operations/create';
import { actingAs } from '../../lib/resource/traits/element.outside';
import type { InternalCall } from '../../mixins/service';
import { issues } from './issue.resource';

/** Makes an issue that came to be at a code host, with the project's defaults for all that isn't told. */
export async function createFromOutside({ actor, reference, ...values }: OutsideIssue, call: InternalCall): Promise<number> {
  const draft = await validDraft(issues, actingAs(call, actor), { ...values, external_reference: reference });
  await insertDraft(issues, draft);
  return draft.after.id;
}
