import type { Context, ServiceSchema } from 'moleculer';
import type { Readable } from 'node:stream';
import type { InternalActions } from '../lib/contracts/actions';
import type { ChangeHandler } from '../lib/contracts/change-stream';
import type { ChangeEntry } from '../lib/contracts/changes';
import type { RequestFacts, Reply, RestParams, StreamReply } from '../lib/contracts/http';
import type { Caller, NodeTools } from '../lib/contracts/node';
import type { CollectionDeclaration } from '../lib/contracts/store';
import type { OfferedAction } from '../lib/openapi/operation';
import { actionsOf, checkActions, guarded } from '../lib/resource/crud';
import type { Resource, RestAction } from '../lib/resource/define';
import type { Document } from '../lib/resource/document';
import { followRemoval, isKeptWhileRemoved, repeatRemoval } from '../lib/resource/operations/destroy';
import { RestRequest } from '../lib/resource/request';
import { scopeOf } from '../lib/resource/scopes';
import { asStream } from './large-replies';
import { StartUp } from './start-up';

/** What an internal action is given beside its parameters. */
export interface InternalCall {
  node: NodeTools;
  call: Caller;
  /** Facts of the HTTP request that led here; null for calls from schedules and starts. */
  facts: RequestFacts | null;
  stream: Readable | null;
}

/** Handlers of the internal actions of one service, as `lib/contracts/actions.ts` declares them. */
export type InternalHandlers<Service extends string> = {
  [Name in keyof InternalActions as Name extends `${Service}.${infer Action}` ? Action : never]: (
    params: InternalActions[Name]['params'],
    call: InternalCall,
  ) => Promise<InternalActions[Name]['result']>;
};

/** Follows the changes of all elements, each at least once: what it has seen it must recognise by the entry's id. */
export interface ChangeConsumer {
  /** Unique in the installation; replicas of a service share the work of a group. */
  group: string;
  handle(entry: ChangeEntry, call: InternalCall): Promise<void>;
}

/** One deployable service. */
export interface ServiceDeclaration<Service extends string> {
  name: Service;
  resources?: readonly Resource[];
  /** Actions by HTTP that belong to no resource. */
  actions?: readonly RestAction[];
  internal: InternalHandlers<Service>;
  /** Groups of this service that follow the durable stream of changes. */
  consumers?: readonly ChangeConsumer[];
  /** Handlers of broadcasts, by their name; what they are given is what was sent. */
  broadcasts?(node: NodeTools): Record<string, (params: never) => void>;
  /** Collections beside those of the resources. */
  collections?: readonly CollectionDeclaration[];
  /** Services that must be there before this one starts. */
  dependencies?: readonly string[];
  /** Those of `collections` whose documents hold change entries, as those of resources with history do. */
  outboxes?: readonly string[];
  /** Runs once the collections exist. */
  started?(node: NodeTools): Promise<void>;
  stopped?(node: NodeTools): Promise<void>;
}

type RestMeta = { request: RequestFacts; $stream?: StreamReply };
type RestContext = Context<RestParams, RestMeta>;

/** Makes the Moleculer service of a declaration for a process; tells before that what is offered by HTTP. */
export type DefinedService = ((node: NodeTools) => ServiceSchema) & { readonly offered: readonly OfferedAction[] };

/** Makes the Moleculer service of a declaration. @throws when an action has no access rule, or two have one name */
export function defineService<Service extends string>(declaration: ServiceDeclaration<Service>): DefinedService {
  const { name, resources = [], collections = [], dependencies = [], outboxes = [], consumers = [] } = declaration;
  const offered = offeredBy(declaration);
  const schemaFor = (node: NodeTools): ServiceSchema => ({
    name,
    // Read by the start of the process, which sweeps these collections and brings changes to these groups.
    metadata: {
      outboxes: [...resources.filter(({ history }) => history).map(({ collection }) => collection), ...outboxes],
      groups: consumers.map(({ group }) => group),
    },
    dependencies: [...dependencies],
    actions: { ...restActions(node, offered), ...internalActions(node, declaration.internal) },
    events: eventHandlers(declaration.broadcasts?.(node) ?? {}),
    async started() {
      const ofResources = resources.map((resource) => ({ name: resource.collection, indexes: indexesOf(resource) }));
      for (const resource of resources.filter(({ history, hooks }) => history && hooks?.afterDestroy)) followRemovalsOf(resource, node);
      for (const resource of resources.filter(isKeptWhileRemoved)) finishRemovalsOf(resource, node);
      const startUp = new StartUp(node.log);
      for (const collection of [...ofResources, ...collections]) await startUp.until('the store', () => node.store.declare(collection));
      await startUp.until('the store', async () => declaration.started?.(node));
      for (const { group, handle } of consumers) {
        const handler: ChangeHandler = (entry) => handle(entry, { node, call: node.call, facts: null, stream: null });
        await startUp.until('the stream of changes', () => node.stream.consume(group, handler));
      }
    },
    async stopped() {
      await declaration.stopped?.(node);
    },
  });
  return Object.assign(schemaFor, { offered });
}

function followRemovalsOf(resource: Resource, node: NodeTools): void {
  node.changes.followRemovals(resource.collection, (entry, call) =>
    followRemoval(resource, RestRequest.inside({ node, facts: null, call }), entry),
  );
}

function finishRemovalsOf(resource: Resource, node: NodeTools): void {
  node.removals.follow(resource.collection, ({ document, moveTo }, call) =>
    repeatRemoval(resource, RestRequest.inside({ node, facts: null, call }, moveTo === null ? {} : { moveTo }), document as Document),
  );
}

function eventHandlers(handlers: Record<string, (params: never) => void>): ServiceSchema['events'] {
  const handlerOf = (handle: (params: never) => void) => (context: Context<never>) => handle(context.params);
  return Object.fromEntries(Object.entries(handlers).map(([name, handle]) => [name, handlerOf(handle)]));
}

function indexesOf(resource: Resource) {
  const unique = (resource.unique ?? []).map(({ fields }) => ({ fields, unique: true }));
  const outbox = resource.history ? [{ fields: ['outbox_count'] }] : [];
  return [...(resource.indexes ?? []), ...unique, ...outbox];
}

function offeredBy({ resources = [], actions = [] }: Pick<ServiceDeclaration<string>, 'resources' | 'actions'>): OfferedAction[] {
  const ofResources = resources.flatMap((resource) =>
    actionsOf(resource).map((action) => ({ name: `${resource.path.replaceAll('/', '-')}.${action.name}`, action, resource })),
  );
  const offered = [...ofResources, ...actions.map((action) => ({ name: action.name, action: guarded(action), resource: null }))];
  checkActions(offered.map(({ action }) => action));
  const names = offered.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`Two actions are called ${twice}`);
  return offered;
}

const restActions = (node: NodeTools, offered: readonly OfferedAction[]): Record<string, object> =>
  Object.fromEntries(offered.map(({ name, action }) => [name, restAction(node, action)]));

function restAction(node: NodeTools, action: RestAction): object {
  return {
    rest: [action.rest].flat().map((rest) => Object.freeze({ ...rest, scope: scopeOf(action, rest.method) })),
    access: action.access.name,
    summary: action.summary,
    ...(action.timeout === undefined ? {} : { timeout: action.timeout }),
    handler: async (context: RestContext): Promise<Reply | Readable> => {
      const reply = await action.handler(new RestRequest(node, context.meta.request, context.params, callerOf(context), streamOf(context)));
      const streamed = 'stream' in reply ? reply : isFromElsewhere(context) ? asStream(reply) : null;
      if (streamed === null) return reply as Reply;
      context.meta.$stream = { status: streamed.status, headers: streamed.headers };
      return streamed.stream;
    },
  };
}

/** Whether another process called. */
const isFromElsewhere = (context: RestContext) => context.nodeID !== context.broker.nodeID;

function internalActions<Service extends string>(node: NodeTools, handlers: InternalHandlers<Service>): Record<string, object> {
  const schemas: Record<string, object> = {};
  for (const [name, handler] of Object.entries(handlers) as [string, (params: unknown, call: InternalCall) => Promise<unknown>][]) {
    schemas[name] = {
      access: 'internal',
      handler: (context: Context<unknown, Partial<RestMeta>>) =>
        handler(context.params, { node, call: callerOf(context), facts: context.meta.request ?? null, stream: streamOf(context) }),
    };
  }
  return schemas;
}

/** Calls on behalf of a request, so that its id and meta travel along. */
function callerOf(context: Context<unknown, object>): Caller {
  return ((name, params, options) => context.call(name, params, options)) as Caller;
}

function streamOf(context: Context<unknown, object>): Readable | null {
  return (context as { stream?: Readable | null }).stream ?? null;
}
