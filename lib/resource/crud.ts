import type { RestAction, Resource } from './define';
import type { Document } from './document';
import { create } from './operations/create';
import { destroy } from './operations/destroy';
import { list } from './operations/list';
import { retrieve } from './operations/retrieve';
import { update } from './operations/update';
import { demand } from './access';

/** Every action of a resource: its own first, then those standard ones for which it declares an access rule. */
export function actionsOf<D extends Document>(resource: Resource<D>): RestAction[] {
  return [...(resource.actions ?? []).map(guarded), ...standardActions(resource)];
}

/** Applies the access rule before the handler, unless the handler does it itself. */
export function guarded(action: RestAction): RestAction {
  if (action.checksAccess) return action;
  return {
    ...action,
    handler: (request) => {
      demand(action.access, { user: request.user, context: null, document: null, body: {} });
      return action.handler(request);
    },
  };
}

function standardActions<D extends Document>(resource: Resource<D>): RestAction[] {
  const { access } = resource;
  const all = `/${resource.path}`;
  const one = `${all}/:id`;
  const actions: RestAction[] = [];
  const add = (action: Omit<RestAction, 'checksAccess'>) => actions.push({ ...action, checksAccess: true });
  const { list: listing, retrieve: reading, create: creating, update: updating, destroy: destroying } = access;
  if (listing) add({ name: 'list', rest: { method: 'GET', path: all }, access: listing, handler: (request) => list(resource, request) });
  if (reading)
    add({
      name: 'retrieve',
      rest: { method: 'GET', path: one },
      access: reading,
      handler: (request) => retrieve(resource, request, reading),
    });
  if (creating)
    add({
      name: 'create',
      rest: { method: 'POST', path: all },
      access: creating,
      handler: (request) => create(resource, request, creating),
    });
  if (updating) {
    add({
      name: 'replace',
      rest: { method: 'PUT', path: one },
      access: updating,
      handler: (request) => update(resource, request, updating, 'replace'),
    });
    add({
      name: 'patch',
      rest: { method: 'PATCH', path: one },
      access: updating,
      handler: (request) => update(resource, request, updating, 'patch'),
    });
  }
  if (destroying)
    add({
      name: 'destroy',
      rest: { method: 'DELETE', path: one },
      access: destroying,
      handler: (request) => destroy(resource, request, destroying),
    });
  return actions;
}

/** @throws when two actions of a service have the same name, or one has no access rule */
export function checkActions(actions: readonly RestAction[]): void {
  for (const { name, access } of actions) {
    if ((access as typeof access | undefined) === undefined) throw new Error(`The action ${name} has no access rule`);
  }
}
