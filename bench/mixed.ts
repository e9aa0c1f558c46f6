import type { Client, DataSet } from './data-set';
import { quantile } from './figures';
import { boardOf, commentOf, moveOf, wholeList } from './targets';

/** Numbers of people at once. */
const crowds = [1, 5, 20, 50];
/** How long each crowd works, and how long a person looks at an answer (on average). Milliseconds. */
const duration = 10_000;
const thinking = 1_000;

interface Step {
  name: string;
  method: 'GET' | 'POST' | 'PATCH';
  request(data: DataSet, turn: number): { path: string; body?: object };
}

const steps: readonly Step[] = [
  { name: 'open the backlog', method: 'GET', request: ({ project }) => ({ path: `/userstories?project=${project}&milestone=null` }) },
  { name: 'open the board', method: 'GET', request: (data) => ({ path: boardOf(data) }) },
  { name: 'move a card', method: 'POST', request: moveOf },
  { name: 'open a story', method: 'GET', request: ({ stories }, turn) => ({ path: `/userstories/${stories[turn % 500] ?? 0}` }) },
  { name: 'comment', method: 'PATCH', request: commentOf },
];

interface Sample {
  step: string;
  /** Milliseconds. */
  took: number;
  ok: boolean;
}

/** People who go round the steps on one project, at rising numbers; rows of a table in Markdown. */
export async function mixedLoad(client: Client, data: DataSet): Promise<string[]> {
  const rows: string[] = [];
  for (const people of crowds) {
    const samples = await crowdOf(people, client, data);
    for (const name of ['all steps', ...steps.map((step) => step.name)])
      rows.push(rowOf(people, name, name === 'all steps' ? samples : samples.filter(({ step }) => step === name)));
  }
  return rows;
}

export const mixedHead = '| people | step | requests | p50 ms | p95 ms | p99 ms | failed |\n|---|---|---|---|---|---|---|';

async function crowdOf(people: number, client: Client, data: DataSet): Promise<Sample[]> {
  const end = Date.now() + duration;
  const work = Array.from({ length: people }, (_, person) => personAt(person, end, client, data));
  return (await Promise.all(work)).flat();
}

async function personAt(person: number, end: number, client: Client, data: DataSet): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let turn = person; ; turn++) {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 2 * thinking));
    if (Date.now() > end) return samples;
    const step = steps[turn % steps.length] as Step;
    samples.push(await sampleOf(step, client, step.request(data, person * 31 + turn)));
  }
}

async function sampleOf({ name, method }: Step, client: Client, { path, body }: { path: string; body?: object }): Promise<Sample> {
  const start = performance.now();
  const headers = { authorization: `Bearer ${client.token}`, 'content-type': 'application/json', ...wholeList };
  const answer = await fetch(`${client.origin}/api/v1${path}`, { method, headers, body: body && JSON.stringify(body) });
  await answer.arrayBuffer();
  return { step: name, took: performance.now() - start, ok: answer.ok };
}

function rowOf(people: number, name: string, samples: readonly Sample[]): string {
  const times = samples.map(({ took }) => took).sort((left, right) => left - right);
  const failed = samples.filter(({ ok }) => !ok).length;
  const cells = [people, name, samples.length, ...[0.5, 0.95, 0.99].map((share) => Math.round(quantile(times, share))), failed];
  return `| ${cells.join(' | ')} |`;
}
