import { numberIn, recordIn, recordsIn, type Json } from '../../../../lib/importers/read';
import { OutsideFailure, type OutsideClient } from '../ask';

type Query = Readonly<Record<string, string>>;

const perPage = 100;
const mostPages = 10_000;

/** All items of a bare list; lists that don't page come whole, whatever is asked. @throws OutsideFailure */
export async function* listPages(client: OutsideClient, path: string, query: Query = {}): AsyncGenerator<Json> {
  let first = '';
  for (let page = 0; page < mostPages; page++) {
    const items = recordsIn(await client.json(path, { ...query, startAt: page * perPage, maxResults: perPage }));
    const begins = JSON.stringify(items[0] ?? null);
    // A server that knows no pages of this list gives the same one again.
    if (items.length === 0 || begins === first) return;
    first = begins;
    yield* items;
    if (items.length !== perPage) return;
  }
}

/** All items of an answer that counts, whose items have this name. @throws OutsideFailure */
export async function* countedPages(client: OutsideClient, path: string, name: string, query: Query = {}): AsyncGenerator<Json> {
  let start = 0;
  for (let page = 0; page < mostPages; page++) {
    const answer = recordIn(await client.json(path, { ...query, startAt: start, maxResults: perPage }));
    const items = recordsIn(answer[name]);
    yield* items;
    start += items.length;
    const total = numberIn(answer.total);
    if (items.length === 0 || answer.isLast === true || (total !== null && start >= total)) return;
  }
}

/** All items of a list of Jira Software; none on servers without it. @throws OutsideFailure */
export async function* agilePages(client: OutsideClient, path: string): AsyncGenerator<Json> {
  try {
    yield* countedPages(client, path, 'values');
  } catch (error) {
    if (!(error instanceof OutsideFailure) || error.status !== 404) throw error;
  }
}
