import type { Outside } from './outside-support';

export type Json = Record<string, unknown>;

/** All services start with the first test, and an import asks a lot. */
export const limit = 90_000;

/** A project that was imported, as its owner reads it. */
export class Imported {
  constructor(
    private readonly outside: Outside,
    readonly answer: Json,
    readonly project: Json & { id: number },
  ) {}

  async list(path: string): Promise<(Json & { id: number; ref: number; status: number })[]> {
    const join = path.includes('?') ? '&' : '?';
    const collected: (Json & { id: number; ref: number; status: number })[] = [];
    for (let page = 1; ; page++) {
      const { body } = await this.outside.here.send<typeof collected>(
        'GET',
        `/${path}${join}project=${this.project.id}&page=${page}&page_size=100`,
        undefined,
        this.outside.ann,
      );
      if (!Array.isArray(body)) return collected;
      collected.push(...body);
      if (body.length < 100) return collected;
    }
  }

  async detail(path: string, id: number): Promise<Json & { id: number }> {
    return (await this.outside.here.send<Json & { id: number }>('GET', `/${path}/${id}`, undefined, this.outside.ann)).body;
  }

  async history(kind: string, id: number): Promise<(Json & { user: Json; values_diff: Json; comment: string })[]> {
    const answer = await this.outside.here.send<(Json & { user: Json; values_diff: Json; comment: string })[]>(
      'GET',
      `/history/${kind}/${id}?page_size=100`,
      undefined,
      this.outside.ann,
    );
    return answer.body.reverse();
  }

  async timeline(): Promise<Json[]> {
    return (await this.outside.here.send<Json[]>('GET', `/timeline/project/${this.project.id}?page_size=1000`, undefined, this.outside.ann))
      .body;
  }

  names(list: string): [string, number][] {
    return (this.project[list] as { name: string; id: number }[]).map(({ name, id }) => [name, id]);
  }

  id(list: string, name: string): number | undefined {
    return this.names(list).find(([one]) => one === name)?.[1];
  }

  members(): [string, string][] {
    return (this.project.members as { username: string; role_name: string }[]).map(({ username, role_name }) => [username, role_name]);
  }
}

export async function importedBy(outside: Outside, system: string, body: Json): Promise<Imported> {
  const answer = await outside.here.send('POST', `/importers/${system}/import_project`, body, outside.ann);
  expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ my_permissions: ['view_us'] })]);
  const { body: project } = await outside.here.send<Json & { id: number }>(
    'GET',
    `/projects/by_slug?slug=${String(answer.body.slug)}`,
    undefined,
    outside.ann,
  );
  return new Imported(outside, answer.body, project);
}

/** What an entry of the history says, in short. */
export const said = ({ comment, values_diff }: { comment: string; values_diff: Json }) => (comment === '' ? values_diff : comment);
