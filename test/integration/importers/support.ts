import { gunzipSync } from 'node:zlib';
import { allServices } from '../../support/all-services';
import { originOf, startInstallation, type Installation, type Person } from '../../support/installation';

export type Body = Record<string, unknown>;

/** An installation with all services whose imports and exports are waited for. */
export interface Transfers {
  here: Installation;
  alice: Person;
  bob: Person;
  /** Makes something as alice, who must be allowed to. */
  add(path: string, values: object): Promise<Body & { id: number }>;
  /** Exports a project as alice and gives the dump. */
  dump(project: number, format?: 'plain' | 'gzip'): Promise<Body>;
  /** Uploads a dump. */
  load(content: string | Buffer, as?: Person, type?: string): Promise<{ status: number; body: Body }>;
  attach(path: string, values: Record<string, string>, file: { name: string; content: string }): Promise<Body>;
}

export async function startTransfers(environment: Record<string, string> = {}): Promise<Transfers> {
  const here = await startInstallation(
    allServices(),
    {},
    { LARCH_TASK_QUEUE: 'off', LARCH_THROTTLE_IMPORT_DUMP_MODE: 'none', ...environment },
  );
  const origin = originOf(here);
  const [alice, bob] = [await here.register('alice'), await here.register('bob')];
  const upload = async (path: string, form: FormData, { token }: Person) => {
    const answer = await fetch(`${origin}/api/v1${path}`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form });
    return { status: answer.status, body: (await answer.json()) as Body };
  };
  return {
    here,
    alice,
    bob,
    async add(path, values) {
      const { status, body } = await here.send<Body & { id: number }>('POST', path, values, alice);
      if (status >= 400) throw new Error(`POST ${path}: ${status} ${JSON.stringify(body)}`);
      return body;
    },
    async dump(project, format = 'plain') {
      const { status, body } = await here.send('GET', `/exporter/${project}?dump_format=${format}`, undefined, alice);
      if (status !== 200) throw new Error(`export: ${status} ${JSON.stringify(body)}`);
      const file = await fetch(String(body.url).replace(/^https?:\/\/[^/]+/, origin));
      const bytes = Buffer.from(await file.arrayBuffer());
      return JSON.parse((format === 'gzip' ? gunzipSync(bytes) : bytes).toString()) as Body;
    },
    load(content, as = alice, type = 'application/json') {
      const form = new FormData();
      form.append('dump', new Blob([new Uint8Array(Buffer.from(content))], { type }), 'dump.json');
      return upload('/importer/load_dump', form, as);
    },
    async attach(path, values, { name, content }) {
      const form = new FormData();
      for (const [key, value] of Object.entries(values)) form.append(key, value);
      form.append('attached_file', new Blob([content]), name);
      const { status, body } = await upload(path, form, alice);
      if (status >= 400) throw new Error(`POST ${path}: ${status} ${JSON.stringify(body)}`);
      return body;
    },
  };
}

/** Keys whose values can't be the same in two projects: what an installation numbers, and when something was done. */
const different = new Set([
  ...['slug', 'modified_date', 'totals_updated_datetime', 'project', 'transfer_token', 'user_order'],
  // Counted in the background.
  ...['total_activity', 'total_activity_last_week', 'total_activity_last_month', 'total_activity_last_year'],
]);

/** A dump without what can't be the same after an import. Ids in the history stay as they are. */
export function comparable(dump: Body): unknown {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    // Links lead to the project itself.
    if (typeof value === 'string') return value.replace(/\/project\/[\w-]+\//g, '/project/x/');
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !different.has(key))
        .map(([key, inner]) => [key, strip(inner)]),
    );
  };
  return strip(dump);
}
