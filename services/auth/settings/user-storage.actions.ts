import { apiError, notFound } from '../../../lib/errors';
import type { Reply } from '../../../lib/contracts/http';
import type { Filter } from '../../../lib/contracts/store';
import { anyone, authenticated } from '../../../lib/resource/access';
import type { RestAction } from '../../../lib/resource/define';
import { f } from '../../../lib/resource/fields';
import { nothing } from '../../../lib/resource/filters';
import { documentSource, paged } from '../../../lib/resource/pages';
import { readValid, type Operation } from '../../../lib/resource/read-body';
import { created, noContent, ok, type RestRequest } from '../../../lib/resource/request';
import { now } from '../../../lib/resource/values';
import { refusingDuplicates } from '../../../lib/store/duplicates';
import { storageOf, type StorageEntry } from './user-storage';

const fields = { key: f.text({ required: true, max: 255 }), value: f.json() };

const shown = ({ key, value, created_date, modified_date }: StorageEntry) => ({ key, value, created_date, modified_date });

async function list(request: RestRequest): Promise<Reply> {
  const entries = storageOf(request.node);
  const filter = listed(request);
  const { rows, headers } = await paged(request, documentSource(entries, { filter, sort: ['key'] }));
  return ok(rows.map(shown), headers);
}

function listed({ user, query }: RestRequest): Filter {
  if (user === null) return nothing;
  return query.keys ? { user: user.id, key: { in: query.keys.split(',') } } : { user: user.id };
}

async function retrieve(request: RestRequest): Promise<Reply> {
  const { user, node } = request;
  const entry = user && (await storageOf(node).findOne({ user: user.id, key: keyIn(request) }));
  if (!entry) throw notFound('StorageEntry');
  return ok(shown(entry));
}

async function create(request: RestRequest): Promise<Reply> {
  const { node } = request;
  const { key, value } = read(request, 'create');
  const at = now();
  const entry = {
    id: await node.store.take('user_storage'),
    user: request.requireUser().id,
    key: key ?? '',
    value: value ?? null,
    created_date: at,
    modified_date: at,
  };
  return created(shown(await unique(key, () => storageOf(node).insert(entry))));
}

async function change(request: RestRequest, operation: Operation): Promise<Reply> {
  const entries = storageOf(request.node);
  const place = { user: request.requireUser().id, key: keyIn(request) };
  if (!(await entries.findOne(place, { fields: ['id'] }))) throw apiError('NOT_FOUND');
  const values = read(request, operation);
  const entry = await unique(values.key, () => entries.findOneAndUpdate(place, { set: { ...values, modified_date: now() } }));
  if (!entry) throw apiError('NOT_FOUND');
  return ok(shown(entry));
}

async function destroy(request: RestRequest): Promise<Reply> {
  const removed = await storageOf(request.node).remove({ user: request.requireUser().id, key: keyIn(request) });
  if (removed === 0) throw apiError('NOT_FOUND');
  return noContent;
}

const read = (request: RestRequest, operation: Operation): { key?: string; value?: unknown } => readValid(fields, request.body, operation);

const keyIn = ({ path }: RestRequest) => path.key ?? '';

/** @throws 400 when the user has the key already */
const unique = <Result>(key: string | undefined, write: () => Promise<Result>): Promise<Result> =>
  refusingDuplicates(write, () =>
    apiError('BAD_REQUEST', `Duplicate key value violates unique constraint. Key '${key ?? ''}' already exists.`),
  );

const all = '/user-storage';
const one = `${all}/:key`;

export const storageActions: readonly RestAction[] = [
  { name: 'user-storage.list', rest: { method: 'GET', path: all }, access: anyone, handler: list, summary: 'Own values' },
  {
    name: 'user-storage.create',
    rest: { method: 'POST', path: all },
    access: authenticated,
    scope: 'write',
    handler: create,
    summary: 'Keep a value',
  },
  { name: 'user-storage.retrieve', rest: { method: 'GET', path: one }, access: anyone, handler: retrieve, summary: 'An own value' },
  {
    name: 'user-storage.replace',
    rest: { method: 'PUT', path: one },
    access: authenticated,
    scope: 'write',
    handler: (request) => change(request, 'replace'),
    summary: 'Replace a value',
  },
  {
    name: 'user-storage.patch',
    rest: { method: 'PATCH', path: one },
    access: authenticated,
    scope: 'write',
    handler: (request) => change(request, 'patch'),
    summary: 'Change a value',
  },
  {
    name: 'user-storage.destroy',
    rest: { method: 'DELETE', path: one },
    access: authenticated,
    scope: 'write',
    handler: destroy,
    summary: 'Remove a value',
  },
];
