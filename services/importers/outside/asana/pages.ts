import { recordIn, recordsIn, textIn, type Json } from '../../../../lib/importers/read';
import type { OutsideClient } from '../ask';

const mostPages = 10_000;

type Query = Readonly<Record<string, string>>;

/** All items of a list, page by page as each names the next. @throws OutsideFailure */
export async function* pagesOf(client: OutsideClient, path: string, query: Query): AsyncGenerator<Json> {
  let offset: Query = {};
  for (let page = 0; page < mostPages; page++) {
    const answer = recordIn(await client.json(path, { ...query, limit: 100, ...offset }));
    yield* recordsIn(answer.data);
    const next = textIn(recordIn(answer.next_page).offset);
    if (next === '') return;
    offset = { offset: next };
  }
}

/** One object. @throws OutsideFailure */
export async function dataOf(client: OutsideClient, path: string, query: Query): Promise<Json> {
  return recordIn(recordIn(await client.json(path, query)).data);
}
