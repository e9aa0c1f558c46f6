import { apiError } from '../../lib/errors';
import type { Reply } from '../../lib/contracts/http';
import { demand, demandWritable } from '../../lib/resource/access';
import type { FieldErrors, Resource, RestAction } from '../../lib/resource/define';
import { contextOf, type Draft } from '../../lib/resource/draft';
import { f } from '../../lib/resource/fields';
import { answerDetail } from '../../lib/resource/operations/answer';
import { insertDraft, validDraft } from '../../lib/resource/operations/create';
import type { RestRequest } from '../../lib/resource/request';
import type { Attachment, AttachmentKind } from './attachment';
import type { AttachmentRules } from './attachment.rules';
import { elementOf } from './keepers';
import { storeUpload } from './upload';

const field = 'attached_file';

/** POST of a file. The file is stored before its record, so that a record always has its file. */
export function uploadAction(resource: Resource<Attachment>, kind: AttachmentKind, rules: AttachmentRules): RestAction {
  const created = atCreation(resource);
  return {
    name: 'create',
    rest: { method: 'POST', path: `/${resource.path}`, upload: true },
    access: rules.comment,
    checksAccess: true,
    handler: (request) => upload(request, kind, rules, created),
  };
}

const onlyAtCreation = {
  project: f.link('projects', { required: true }),
  object_id: f.integer({ required: true }),
};

/** With the project and the element, which can only be sent then; the file is one of the fields that are asked for. */
const atCreation = (resource: Resource<Attachment>): Resource<Attachment> => ({
  ...resource,
  fields: { ...resource.fields, ...onlyAtCreation },
  hooks: {
    ...resource.hooks,
    validate: ({ request }, errors) => demandFile(request, errors),
  },
});

function demandFile(request: RestRequest, errors: FieldErrors): void {
  const { file, body } = request.params;
  if (file?.field === field) {
    if (file.size === 0) errors[field] = ['The submitted file is empty.'];
    return;
  }
  const sent = (body as Record<string, unknown>)[field];
  const missing = sent === undefined || sent === null || sent === '';
  errors[field] = [missing ? 'This field is required.' : 'No file was submitted. Check the encoding type on the form.'];
}

async function upload(request: RestRequest, kind: AttachmentKind, rules: AttachmentRules, resource: Resource<Attachment>): Promise<Reply> {
  const draft = await validDraft(resource, request);
  const access = draft.after.from_comment ? rules.comment : rules.modify;
  demand(access, { user: request.user, context: draft.context, document: null, body: draft.body });
  demandWritable(contextOf(draft));
  await demandElement(draft, kind);
  await keep(resource, draft, kind);
  return answerDetail(resource, request, draft.after, 201);
}

/** @throws 400 when there is no such element, or it is in another project */
async function demandElement({ request, after }: Draft<Attachment>, { kind }: AttachmentKind): Promise<void> {
  const element = await elementOf(request, { kind, object: after.object_id });
  if (!element) throw apiError('WRONG_ARGUMENTS', "Object id issue doesn't exist");
  if (element.project !== after.project) throw apiError('WRONG_ARGUMENTS', 'Project ID does not match between object and project');
}

async function keep(resource: Resource<Attachment>, draft: Draft<Attachment>, { kind }: AttachmentKind): Promise<void> {
  const { request, after } = draft;
  if (!request.stream) throw apiError('BAD_REQUEST', 'The upload broke off');
  const { name, ...file } = await storeUpload(request, request.stream);
  Object.assign(after, file, { kind, owner: request.user?.id ?? null, name: after.name || name });
  await insertDraft(resource, draft);
}
