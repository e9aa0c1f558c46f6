import { apiError } from '../errors';
import type { Collection, FindOptions, StoredDocument } from '../contracts/store';
import type { RestRequest } from './request';

const defaultSize = 30;
const largestSize = 1000;

/** Which part of a list is wanted. */
export interface Page {
  number: number;
  size: number;
}

/** Reads rows of a sorted list; counts only when asked. */
export interface ListSource<Row> {
  /** The number of all rows. */
  count(): Promise<number>;
  rows(offset: number, limit: number | undefined): Promise<Row[]>;
  /** Both at once. */
  page(offset: number, limit: number): Promise<CountedRows<Row>>;
}

/** A page of a list and how long the whole list is. */
export interface CountedRows<Row> {
  rows: Row[];
  total: number;
}

/** A list of documents: each of its reads is one operation of the store. */
export function documentSource<D extends StoredDocument>(
  collection: Collection<D>,
  { filter = {}, ...order }: Pick<FindOptions, 'filter' | 'ranked' | 'sort' | 'fields'>,
): ListSource<D> {
  return {
    count: () => collection.count(filter),
    rows: (offset, limit) => collection.find({ filter, ...order, offset, limit }),
    page: async (offset, limit) => {
      const { found, counts } = await collection.together([{ filter, ...order, offset, limit }], [filter]);
      return { rows: found[0] ?? [], total: counts[0] ?? 0 };
    },
  };
}

/** Rows of the wanted page and the headers of the answer. */
export interface PagedRows<Row> {
  rows: Row[];
  headers: Record<string, string>;
  /** All matches, where they were counted. */
  total: number | null;
}

/**
 * Reads one page as the request wants it (conventions.md §5).
 * @throws 404 for a page that doesn't exist
 */
export async function paged<Row>(request: RestRequest, source: ListSource<Row>): Promise<PagedRows<Row>> {
  const { paging } = request.facts;
  if (paging === 'off') return { rows: await source.rows(0, undefined), headers: {}, total: null };
  const size = pageSize(request.query.page_size);
  return paging === 'lazy' ? lazily(request, source, size) : counted(request, source, size);
}

/** The same for a list that is in memory. */
export function pagedArray<Row>(request: RestRequest, all: readonly Row[]): Promise<PagedRows<Row>> {
  const slice = (offset: number, limit: number | undefined) => all.slice(offset, limit === undefined ? undefined : offset + limit);
  return paged(request, {
    count: () => Promise.resolve(all.length),
    rows: (offset, limit) => Promise.resolve(slice(offset, limit)),
    page: (offset, limit) => Promise.resolve({ rows: slice(offset, limit), total: all.length }),
  });
}

async function counted<Row>(request: RestRequest, source: ListSource<Row>, size: number): Promise<PagedRows<Row>> {
  const wanted = request.query.page || '1';
  const number = wanted === 'last' ? lastPage(await source.count(), size) : pageNumber(wanted);
  const { rows, total } = await source.page((number - 1) * size, size);
  const last = lastPage(total, size);
  if (number > last) throw noPage();
  return { rows, total, headers: headersOf(request, { number, size }, number < last, total) };
}

const lastPage = (total: number, size: number) => Math.max(1, Math.ceil(total / size));

async function lazily<Row>(request: RestRequest, source: ListSource<Row>, size: number): Promise<PagedRows<Row>> {
  const number = pageNumber(request.query.page || '1');
  const rows = await source.rows((number - 1) * size, size + 1);
  if (rows.length === 0 && number > 1) throw apiError('NOT_FOUND', `Invalid page (${number}): That page contains no results`);
  const more = rows.length > size;
  return { rows: rows.slice(0, size), total: null, headers: headersOf(request, { number, size }, more, null) };
}

/** One text for what is no number and for what lies behind the last page. */
const noPage = () => apiError('NOT_FOUND', "Page is not 'last', nor can it be converted to an int.");

function pageSize(text: string | undefined): number {
  const size = text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return size > 0 ? Math.min(size, largestSize) : defaultSize;
}

function pageNumber(text: string): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (number < 1) throw noPage();
  return number;
}

function headersOf(request: RestRequest, page: Page, more: boolean, total: number | null): Record<string, string> {
  const headers: Record<string, string> = {
    'x-paginated': 'true',
    'x-paginated-by': String(page.size),
    'x-pagination-current': String(page.number),
  };
  if (total !== null) headers['x-pagination-count'] = String(total);
  if (more) headers['x-pagination-next'] = addressOfPage(request, page.number + 1);
  if (page.number > 1) headers['x-pagination-prev'] = addressOfPage(request, page.number - 1);
  return headers;
}

function addressOfPage(request: RestRequest, number: number): string {
  const { origin, target } = request.facts;
  const start = target.indexOf('?');
  const path = start < 0 ? target : target.slice(0, start);
  const query = new URLSearchParams(start < 0 ? '' : target.slice(start));
  query.set('page', String(number));
  return `${origin}${path}?${query.toString()}`;
}
