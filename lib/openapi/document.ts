import type { RestRoute } from '../contracts/http';
import type { Resource } from '../resource/define';
import { operationOf, type OfferedAction } from './operation';
import { pagingParameters, templateOf } from './parameters';
import { bodySchema, reference, schemaName, type Json } from './schemas';

export type { OfferedAction } from './operation';

const refused = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: reference('schemas', 'Error') } },
});

const responses = {
  Refused: refused(
    '400 with what is wrong by the name of the field or in `_error_message`, 401 without good credentials, 403 where that is not allowed, ' +
      '404 for what is not there or not to be seen, 429 after too many requests',
  ),
  Away: refused('A service is away; try again later'),
};

const errorSchema = {
  type: 'object',
  properties: { _error_message: { type: 'string' }, _error_type: { type: 'string' }, code: { type: 'string' }, detail: { type: 'string' } },
};

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'The `auth_token` of a login, or a personal access token.' },
  application: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: '`Application` and the token of an external application.',
  },
};

/**
 * Describes the API by OpenAPI 3.1, from nothing but the declarations.
 * @param version of Larch
 */
export function openApiDocument(offered: readonly OfferedAction[], version: string): Json {
  const routes = offered.flatMap((one) => [one.action.rest].flat().map((rest) => ({ one, rest })));
  const listed = routes.filter(({ rest }) => rest.root !== true);
  const paths: Record<string, Json> = {};
  for (const { one, rest } of listed) {
    const path = (paths[templateOf(rest.path)] ??= {});
    path[rest.method.toLowerCase()] = operationOf({ ...one, name: uniqueName(one, rest) }, rest);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Larch', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/api/v1' }],
    paths: sorted(paths),
    components: { schemas: schemasOf(offered), responses, parameters: pagingParameters, securitySchemes },
  };
}

/** An action with several routes has a name for each of them. */
function uniqueName({ name, action }: OfferedAction, rest: RestRoute): string {
  const routes = [action.rest].flat();
  return routes.length === 1 ? name : `${name}.${routes.findIndex(({ method, path }) => method === rest.method && path === rest.path) + 1}`;
}

function schemasOf(offered: readonly OfferedAction[]): Json {
  const resources = new Map<string, Resource>();
  for (const { resource, action } of offered)
    if (resource && ['create', 'replace', 'patch'].includes(action.name)) resources.set(resource.path, resource);
  const schemas = [...resources.values()].flatMap((resource) =>
    (['whole', 'part'] as const).map((form) => [schemaName(resource, form), bodySchema(resource, form)] as const),
  );
  return sorted({ Error: errorSchema, ...Object.fromEntries(schemas) });
}

const sorted = <Value>(object: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(object).sort(([one], [other]) => (one < other ? -1 : 1)));
