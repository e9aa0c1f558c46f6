import { gunzipSync } from 'node:zlib';
import { sender, type Answer, type Sender } from '../sender';

export type Body = Record<string, unknown>;

interface Answered {
  status: number;
  body: Body;
}

/** Somebody with a token. */
export interface Traveller {
  id: number;
  email: string;
  token: string;
}

/** Brings projects in and out of a Larch that answers when an import or export is done, as one person. */
export class Carrier {
  readonly send: Sender;

  /** @param origin like `http://127.0.0.1:8000` */
  constructor(
    readonly origin: string,
    readonly owner: Traveller,
  ) {
    this.send = sender(`${origin}/api/v1`);
  }

  /** Makes a request that must be allowed. @throws with the answer for any other status than 2xx */
  async done<Result = Body & { id: number }>(method: string, path: string, values?: object, as = this.owner): Promise<Result> {
    const { status, body } = await this.send<Result>(method, path, values, as);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  /** Makes something. */
  add(path: string, values: object): Promise<Body & { id: number }> {
    return this.done('POST', path, values);
  }

  /** Exports a project and gives its dump. */
  async dump(project: number, format: 'plain' | 'gzip' = 'plain'): Promise<Body> {
    const { url } = await this.done<{ url: string }>('GET', `/exporter/${project}?dump_format=${format}`);
    const file = await fetch(url.replace(/^https?:\/\/[^/]+/, this.origin));
    const bytes = Buffer.from(await file.arrayBuffer());
    return JSON.parse((format === 'gzip' ? gunzipSync(bytes) : bytes).toString()) as Body;
  }

  /** Uploads a dump. */
  load(content: string | Buffer, as: Pick<Traveller, 'token'> = this.owner, type = 'application/json'): Promise<Answered> {
    return this.upload('/importer/load_dump', {}, { field: 'dump', name: 'dump.json', content, type }, as);
  }

  /** Loads a dump that must be right. @returns the id of the project */
  async bring(dump: Body): Promise<number> {
    const { status, body } = await this.load(JSON.stringify(dump));
    if (status !== 201) throw new Error(`The dump was answered ${status}: ${JSON.stringify(body)}`);
    return body.id as number;
  }

  /** Attaches a file. */
  async attach(path: string, values: Record<string, string>, { name, content }: { name: string; content: string | Buffer }): Promise<Body> {
    const { status, body } = await this.upload(path, values, { field: 'attached_file', name, content });
    if (status >= 300) throw new Error(`POST ${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  /** Sends a form with a file. */
  async upload(
    path: string,
    values: Record<string, string>,
    file: { field: string; name: string; content: string | Buffer; type?: string },
    as: Pick<Traveller, 'token'> = this.owner,
  ): Promise<Answered> {
    const form = new FormData();
    for (const [key, value] of Object.entries(values)) form.append(key, value);
    form.append(file.field, new Blob([new Uint8Array(Buffer.from(file.content))], { type: file.type }), file.name);
    const headers = { authorization: `Bearer ${as.token}` };
    const answer = await fetch(`${this.origin}/api/v1${path}`, { method: 'POST', headers, body: form });
    return { status: answer.status, body: (await answer.json()) as Body };
  }
}

/** Logs an account in. */
export async function loggedIn(origin: string, username: string, password: string): Promise<Traveller> {
  const answer = await sender(`${origin}/api/v1`)<Account>('POST', '/auth', { type: 'normal', username, password });
  return travellerOf(answer, 200);
}

/** Makes an account by the open registration; its address isn't verified. */
export async function newcomer(origin: string, username: string): Promise<Traveller> {
  const facts = {
    username,
    email: `${username}@example.com`,
    full_name: `${username[0]?.toUpperCase()}${username.slice(1)} Tester`,
    password: 'Secret-12345',
  };
  const answer = await sender(`${origin}/api/v1`)<Account>('POST', '/auth/register', { type: 'public', accepted_terms: true, ...facts });
  return travellerOf(answer, 201);
}

type Account = Traveller & { auth_token: string };

function travellerOf({ status, body }: Answer<Account>, wanted: number): Traveller {
  if (status !== wanted) throw new Error(`An account was answered ${status}: ${JSON.stringify(body)}`);
  return { id: body.id, email: body.email, token: body.auth_token };
}
