import { apiError, validationError } from '../../errors';
import type { Reply } from '../../contracts/http';
import type { ProjectContext } from '../../contracts/project-context';
import { can, demandWritable } from '../access';
import { changeEntry } from '../changes';
import type { Resource, RestAction } from '../define';
import { messages } from '../fields';
import { collectionOf, forChanging, forReading, lookup } from '../operations/lookup';
import { ok, type RestRequest } from '../request';
import { now } from '../values';
import { sentVersion } from '../version';
import { permission, viewPermission, type Element, type ElementTraits } from './element';

const attempts = 50;

/** `/{kind}/custom-attributes-values/:id`: GET, PUT, PATCH (custom-attribute-values.md). */
export function customValueActions<D extends Element>(resource: Resource<D>, traits: ElementTraits): RestAction[] {
  const path = `/${traits.path}/custom-attributes-values/:id`;
  const view = can(viewPermission(traits.noun));
  const modify = can(permission(traits, 'modify'));
  const change = (request: RestRequest, whole: boolean) => changeValues(resource, request, traits, whole);
  return [
    {
      name: 'customValues.retrieve',
      rest: { method: 'GET', path },
      access: view,
      checksAccess: true,
      handler: async (request) => ok(shown((await forReading(resource, request, view)).document, traits)),
    },
    {
      name: 'customValues.replace',
      rest: { method: 'PUT', path },
      access: modify,
      checksAccess: true,
      handler: (request) => change(request, true),
    },
    {
      name: 'customValues.patch',
      rest: { method: 'PATCH', path },
      access: modify,
      checksAccess: true,
      handler: (request) => change(request, false),
    },
  ];
}

const shown = (element: Element, { valuesKey }: ElementTraits) => ({
  attributes_values: element.custom_values,
  version: element.custom_version,
  [valuesKey]: element.id,
});

async function changeValues<D extends Element>(
  resource: Resource<D>,
  request: RestRequest,
  traits: ElementTraits,
  whole: boolean,
): Promise<Reply> {
  const { document, context } = await forChanging(resource, request, can(permission(traits, 'modify')));
  if (!context) throw apiError('NOT_FOUND');
  const values = readValues(request.body, context, traits, whole);
  const version = sentVersion(request.body);
  let before: D | null = document;
  for (let attempt = 0; attempt < attempts && before; attempt++) {
    if (version < 0 || version > before.custom_version) throw validationError({ version: 'The version parameter is not valid' });
    demandWritable(context);
    const after: D = {
      ...before,
      custom_values: values ?? before.custom_values,
      custom_version: before.custom_version + 1,
      modified_date: now(),
    };
    if (await store(resource, request, context, { before, after })) return ok(shown(after, traits));
    before = await lookup(resource, request, document.id);
  }
  throw apiError('UNAVAILABLE');
}

async function store<D extends Element>(
  resource: Resource<D>,
  request: RestRequest,
  context: ProjectContext,
  { before, after }: { before: D; after: D },
): Promise<boolean> {
  const { history } = resource;
  const entry = history ? await changeEntry({ history, request, action: 'change', before, after, context }) : null;
  const set = { custom_values: after.custom_values, custom_version: after.custom_version, modified_date: after.modified_date };
  const pushed = entry ? { push: { outbox: [entry] }, inc: { outbox_count: 1 } } : {};
  const matched = await collectionOf(resource, request).updateOne(
    { id: after.id, custom_version: before.custom_version },
    { set, ...pushed },
  );
  if (matched === 0) return false;
  if (entry) await request.node.changes.deliver(resource.collection, after.id, [entry], request.call);
  return true;
}

/** The map sent, null when a PATCH leaves it as it is. @throws 400 */
function readValues(
  body: Record<string, unknown>,
  context: ProjectContext,
  traits: ElementTraits,
  whole: boolean,
): Record<string, unknown> | null {
  const errors: Record<string, unknown> = {};
  const sent = body.attributes_values;
  if (sent === undefined && !whole) return null;
  if (whole && (body[traits.valuesKey] === undefined || body[traits.valuesKey] === null)) errors[traits.valuesKey] = [messages.required];
  if (sent === undefined || sent === null) errors.attributes_values = [messages.required];
  else if (typeof sent !== 'object' || Array.isArray(sent)) errors.attributes_values = ['Invalid content. It must be {"key": "value",...}'];
  else if (Object.keys(sent).length === 0) errors.attributes_values = [messages.blank];
  else if (!Object.keys(sent).every((key) => isAttribute(key, context, traits)))
    errors.attributes_values = ['It contains invalid custom fields.'];
  if (Object.keys(errors).length > 0) throw validationError(errors);
  return sent as Record<string, unknown>;
}

const isAttribute = (key: string, context: ProjectContext, { customAttributes }: ElementTraits) =>
  context.settings[customAttributes].some(({ id }) => String(id) === key);
