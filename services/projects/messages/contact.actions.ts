import { apiError } from '../../../lib/errors';
import { authenticated, demandWritable } from '../../../lib/resource/access';
import type { FieldErrors, RestAction } from '../../../lib/resource/define';
import { f, messages } from '../../../lib/resource/fields';
import { memberOf, hasPermission } from '../../../lib/resource/permissions';
import { readBody, readValid, refuse } from '../../../lib/resource/read-body';
import { created, ok, type RestRequest } from '../../../lib/resource/request';
import type { StoredDocument } from '../../../lib/contracts/store';
import type { Requester } from '../../../lib/contracts/http';
import type { ProjectContext } from '../../../lib/contracts/project-context';
import { now } from '../../../lib/resource/values';

const contactFields = { project: f.link('projects', { required: true }), comment: f.text({ required: true }) };
const feedbackFields = { comment: f.text({ required: true }) };

type Message = StoredDocument & { comment: string; created_date: string } & Record<string, unknown>;

/** The form of dates in these two answers (misc.md). */
const withoutMilliseconds = (date: string) => date.replace(/\.\d+Z$/, '+0000');

async function contact(request: RestRequest) {
  const { values, errors } = readBody(contactFields, request.body, 'create');
  const context = 'project' in errors ? null : await request.context(values.project as number);
  demandKnown(context, values.project, errors);
  const user = request.requireUser();
  if (!context || !mayContact(context, user)) throw apiError('PERMISSION_DENIED');
  demandWritable(context);
  const comment = values.comment as string;
  const at = now();
  const contactEntry = { id: await request.node.store.take('contacts'), user: user.id, project: context.id, comment };
  await request.node.store.collection<Message>('contacts').insert({ ...contactEntry, created_date: at });
  await tellAdministrators(request, context, user, comment);
  return created({ ...contactEntry, created_date: withoutMilliseconds(at) });
}

function demandKnown(context: ProjectContext | null, id: unknown, errors: FieldErrors): void {
  if (!context && !('project' in errors)) errors.project = [messages.missing(id)];
  refuse(errors);
}

/** In private projects only members may, though others may see them. */
function mayContact(context: ProjectContext, user: Requester): boolean {
  if (!context.is_contact_activated || !hasPermission(context, user, 'view_project')) return false;
  return !context.is_private || user.isSuperuser || memberOf(context, user) !== undefined;
}

async function tellAdministrators(request: RestRequest, context: ProjectContext, user: Requester, comment: string): Promise<void> {
  const { node, call } = request;
  const administrators = context.members.filter((member) => member.is_admin && member.user !== user.id).map((member) => member.user);
  const accounts = await call('auth.accounts', { ids: [user.id, ...administrators] });
  const sender = accounts.find(({ id }) => id === user.id);
  if (!sender) return;
  const values = {
    sender: sender.full_name_display,
    project: context.name,
    comment,
    projectUrl: `${node.config.addresses.site}/project/${context.slug}`,
  };
  const readers = accounts.filter(({ id, is_active }) => id !== user.id && is_active);
  await Promise.all(
    readers.map(({ email, lang }) => node.mailer.sendTemplate('contact', { to: email, language: lang, values, replyTo: sender.email })),
  );
}

async function feedback(request: RestRequest) {
  const { mail, addresses } = request.node.config;
  if (!mail.feedback) throw apiError('NOT_FOUND');
  const values = readValid(feedbackFields, request.body, 'create');
  const [account] = await request.call('auth.accounts', { ids: [request.requireUser().id] });
  if (!account) throw apiError('NOT_AUTHENTICATED');
  const at = now();
  const comment = values.comment as string;
  const entry = { id: await request.node.store.take('feedback'), full_name: account.full_name_display, email: account.email, comment };
  await request.node.store.collection<Message>('feedback').insert({ ...entry, created_date: at });
  if (mail.feedbackEmail) {
    const { userAgent, referrer } = request.facts;
    const told = { name: entry.full_name, address: entry.email, comment, host: new URL(addresses.api).host, referrer, userAgent };
    const replyTo = [entry.email, mail.feedbackEmail];
    await request.node.mailer.sendTemplate('feedback', { to: mail.feedbackEmail, language: '', values: told, replyTo });
  }
  return ok({ ...entry, created_date: withoutMilliseconds(at) });
}

/** Messages to a project's administrators and to the operator (misc.md). */
export const messageActions: RestAction[] = [
  {
    name: 'contact',
    rest: { method: 'POST', path: '/contact' },
    access: authenticated,
    checksAccess: true,
    scope: 'write',
    handler: contact,
  },
  { name: 'feedback', rest: { method: 'POST', path: '/feedback' }, access: authenticated, scope: 'write', handler: feedback },
];
