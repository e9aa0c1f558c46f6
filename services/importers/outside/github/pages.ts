import { recordsIn, type Json } from '../../../../lib/importers/read';
import { thirdPartyFailure } from '../parameters';
import type { OutsideClient } from '../ask';

const perPage = 100;
/** A million items: a list without end is no list. */
const mostPages = 10_000;

/** All items of a list, page by page until a short one. @throws OutsideFailure */
export async function* pagesOf(client: OutsideClient, path: string, query: Readonly<Record<string, string>> = {}): AsyncGenerator<Json> {
  for (let page = 1; page <= mostPages; page++) {
    const items = recordsIn(await client.json(path, { ...query, per_page: perPage, page }));
    yield* items;
    if (items.length < perPage) return;
  }
}

/** `owner/name` as the segments of a path. @throws 400 for what names no repository */
export function repositoryPath(project: string): string {
  const segments = project.split('/');
  const isName = (segment: string) => /^[\w.-]{1,100}$/.test(segment) && !/^\.+$/.test(segment);
  if (segments.length !== 2 || !segments.every(isName)) throw thirdPartyFailure();
  return segments.join('/');
}
