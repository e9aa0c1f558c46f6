import type { RestRoute } from '../contracts/http';
import { anyone } from '../resource/access';
import type { Resource, RestAction } from '../resource/define';
import { scopeOf } from '../resource/scopes';
import { listParameters, pathParameters } from './parameters';
import { reference, schemaName, shownSchema, type Json } from './schemas';

/** An action by HTTP, its name in the whole API and the resource that it belongs to. */
export interface OfferedAction {
  /** As the services know it: `backlog.userstories.list`. */
  name: string;
  action: RestAction;
  resource: Resource | null;
}

/** What the actions are that the kit makes of a declaration. */
const standard: Record<string, { summary: string; status: string; body?: 'whole' | 'part' }> = {
  list: { summary: 'A list', status: '200' },
  retrieve: { summary: 'One by its id', status: '200' },
  create: { summary: 'Make one', status: '201', body: 'whole' },
  replace: { summary: 'Change one, as a whole', status: '200', body: 'whole' },
  patch: { summary: 'Change one, in part', status: '200', body: 'part' },
  destroy: { summary: 'Remove one', status: '204' },
};

const standardOf = ({ action, resource }: OfferedAction) =>
  resource && Object.hasOwn(standard, action.name) ? standard[action.name] : undefined;

/** The description of one route of an action. */
export function operationOf(offered: OfferedAction, rest: RestRoute): Json {
  const { action, resource, name } = offered;
  const known = standardOf(offered);
  const scope = scopeOf(action, rest.method);
  const parameters = [...pathParameters(rest.path), ...(resource && action.name === 'list' ? listParameters(resource) : [])];
  const requestBody = bodyOf(offered, rest);
  return {
    operationId: name,
    tags: [tagOf(rest.path)],
    summary: action.summary ?? known?.summary ?? spoken(action.name),
    description: `For ${action.access.name}. A token needs the scope ${scope}.`,
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: responsesOf(offered),
    security: securityOf(action, scope),
  };
}

const tagOf = (path: string): string => path.split('/')[1] ?? '';

/** `bulkUpdateMilestone` as `Bulk update milestone`. */
function spoken(name: string): string {
  const words = name
    .replace(/^.*\./, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function bodyOf(offered: OfferedAction, { method, upload, rawBody }: RestRoute): Json | null {
  const { resource } = offered;
  if (method === 'GET' || method === 'DELETE') return null;
  if (rawBody) return { content: { '*/*': {} } };
  if (upload) return { content: { 'multipart/form-data': { schema: { type: 'object' } } } };
  const form = standardOf(offered)?.body;
  const schema = resource && form ? reference('schemas', schemaName(resource, form)) : { type: 'object' };
  return { required: form === 'whole', content: { 'application/json': { schema } } };
}

function responsesOf(offered: OfferedAction): Json {
  const { resource, action } = offered;
  const known = standardOf(offered);
  const shown = shownSchema(resource);
  const schema = action.name === 'list' && known ? { type: 'array', items: shown } : known ? shown : {};
  const success = { description: 'Done', ...(known?.status === '204' ? {} : { content: { 'application/json': { schema } } }) };
  return {
    [known?.status ?? '2XX']: success,
    '4XX': reference('responses', 'Refused'),
    '503': reference('responses', 'Away'),
  };
}

/** Everybody may use what is for anyone; an application's token is no login. */
function securityOf({ access }: RestAction, scope: string): Json[] {
  const credentials: Json[] = scope === 'login' ? [{ bearer: [] }] : [{ bearer: [] }, { application: [] }];
  return access === anyone ? [{}, ...credentials] : credentials;
}
