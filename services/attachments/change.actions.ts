import type { Reply } from '../../lib/contracts/http';
import { demandWritable } from '../../lib/resource/access';
import type { Resource, RestAction } from '../../lib/resource/define';
import { forChanging } from '../../lib/resource/operations/lookup';
import { update } from '../../lib/resource/operations/update';
import { noContent, type RestRequest } from '../../lib/resource/request';
import type { Attachment } from './attachment';
import type { AttachmentRules } from './attachment.rules';
import { removeAttachment } from './removal';

/** PUT, PATCH and DELETE of one attachment. A PUT is an edit too: it doesn't ask for the file anew. */
export function changeActions(resource: Resource<Attachment>, { change }: AttachmentRules): RestAction[] {
  const edit = (request: RestRequest) => update(resource, request, change, 'patch');
  const action = (name: string, method: 'PUT' | 'PATCH' | 'DELETE', handler: RestAction['handler']): RestAction => ({
    name,
    rest: { method, path: `/${resource.path}/:id` },
    access: change,
    checksAccess: true,
    handler,
  });
  return [
    action('replace', 'PUT', edit),
    action('patch', 'PATCH', edit),
    action('destroy', 'DELETE', (request) => destroy(resource, request, change)),
  ];
}

async function destroy(resource: Resource<Attachment>, request: RestRequest, access: AttachmentRules['change']): Promise<Reply> {
  const { document, context } = await forChanging(resource, request, access);
  if (context) demandWritable(context);
  await removeAttachment(request, document);
  return noContent;
}
