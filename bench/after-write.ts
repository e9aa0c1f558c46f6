import type { Client, DataSet } from './data-set';
import { processorTimeOf, quantile } from './figures';

const rounds = 20;

export const afterWriteHead = '| request | p50 ms | max ms | processor ms |\n|---|---|---|---|';

interface Milestone {
  id: number;
}

/** Reads whose answers depend on all stories of a project. */
async function readsOf(client: Client, { project, stories, statuses }: DataSet): Promise<Record<string, string>> {
  const [sprint] = await client.send<Milestone[]>('GET', `/milestones?project=${project}`);
  const list = `/userstories?project=${project}`;
  const middle = `&page=${Math.ceil(stories.length / 60)}`;
  return {
    'statistics of the project': `/projects/${project}/stats`,
    'statistics of a sprint': `/milestones/${sprint?.id}/stats`,
    'search for a word that all have': `/search?project=${project}&text=measured`,
    'search for a word that some have': `/search?project=${project}&text=199`,
    filters_data: `/userstories/filters_data?project=${project}`,
    'filters_data of the backlog': `/userstories/filters_data?project=${project}&milestone=null`,
    'a page in the middle': list + middle,
    'a page in the middle of the backlog': `${list}&milestone=null${middle}`,
    'a page in the middle by subject': `${list}&order_by=subject${middle}`,
    'the last changed': `${list}&order_by=-modified_date`,
    'a column': `${list}&status=${statuses[0]}&order_by=kanban_order`,
    'a column in a swimlane': `${list}&status=${statuses[0]}&swimlane=null&order_by=kanban_order`,
    'what nobody is assigned to': `${list}&assigned_users=null`,
    'what is in no epic': `${list}&epic=null`,
    'what has a tag': `${list}&tags=one`,
    'found by a word that all have': `${list}&q=measured`,
    '1,000 at once': `${list}&page_size=1000`,
  };
}

/** Each read right after a comment on one of the stories, when nothing of the answer is kept. @returns rows of a table */
export async function afterWrites(client: Client, data: DataSet, server: number | undefined): Promise<string[]> {
  const rows: string[] = [];
  const reads = Object.entries(await readsOf(client, data));
  const story = data.stories[0] ?? 0;
  for (const [name, path] of reads) {
    const times: number[] = [];
    let used = 0;
    for (let round = 0; round < rounds; round++) {
      await client.send('PATCH', `/userstories/${story}`, { version: 1, comment: `${name} ${round}` });
      const [start, before] = [performance.now(), processorTimeOf(server)];
      await client.send('GET', path);
      times.push(performance.now() - start);
      used += processorTimeOf(server) - before;
    }
    const sorted = times.sort((left, right) => left - right);
    const cells = [name, quantile(sorted, 0.5).toFixed(0), (sorted.at(-1) ?? 0).toFixed(0), (used / rounds).toFixed(0)];
    rows.push(`| ${cells.join(' | ')} |`);
  }
  return rows;
}
