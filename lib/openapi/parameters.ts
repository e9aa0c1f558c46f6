import type { Resource } from '../resource/define';
import { reference, type Json } from './schemas';

/** `/userstories/:id` and `*rest` with the names in braces, as the description wants them. */
export const templateOf = (path: string): string => path.replace(/[:*]([^/]+)/g, '{$1}');

/** Names in a path. */
const namesIn = (path: string): string[] => [...path.matchAll(/[:*]([^/]+)/g)].map(([, name = '']) => name);

const isId = (name: string) => /(^|_)id$|Id$/.test(name);

/** The named segments of a path: ids are integers, all others texts. */
export const pathParameters = (path: string): Json[] =>
  namesIn(path).map((name) => ({ name, in: 'path', required: true, schema: { type: isId(name) ? 'integer' : 'string' } }));

/** What a list may be asked for, from the declaration of its resource. */
export function listParameters(resource: Resource): Json[] {
  const filters = Object.entries(resource.filters ?? {}).flatMap(([name, { excludes }]) => (excludes ? [name, `exclude_${name}`] : [name]));
  const orders = Object.keys(resource.orderBy ?? {}).flatMap((name) => [name, `-${name}`]);
  const names = new Set(resource.parent === 'project' ? ['project', ...filters] : filters);
  return [
    ...[...names].map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
    ...(orders.length === 0 ? [] : [{ name: 'order_by', in: 'query', schema: { enum: orders } }]),
    ...Object.keys(pagingParameters).map((name) => reference('parameters', name)),
  ];
}

const flag = { type: 'string', enum: ['1'] };

/** How every list is paged (conventions.md §5). */
export const pagingParameters: Record<string, Json> = {
  page: { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } },
  pageSize: { name: 'page_size', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 1000 } },
  disablePagination: { name: 'x-disable-pagination', in: 'header', description: 'All at once.', schema: flag },
  lazyPagination: { name: 'x-lazy-pagination', in: 'header', description: 'Pages without the count of all.', schema: flag },
};
