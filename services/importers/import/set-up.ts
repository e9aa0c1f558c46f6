import type { ProjectContext, SettingKind } from '../../../lib/contracts/project-context';
import { defaultKeys, settingKinds } from '../../../lib/contracts/project-context';
import { kindOfDefault } from '../../../lib/dumps/project-out';
import { addressesIn, readProject, type ReadMembership, type ReadProject } from '../../../lib/dumps/read/project-in';
import type { DumpProject } from '../../../lib/dumps/types';
import { apiError } from '../../../lib/errors';
import { now } from '../../../lib/resource/values';
import type { KnownAccounts } from './accounts';
import { contentOf } from './attached-files';
import { dumpError } from './errors';
import type { ImportWorker } from './worker';

/** A project that is there with all that is configured in it, though nobody sees it yet. */
export interface SetUpProject {
  read: ReadProject;
  owner: number;
  context: ProjectContext;
  /** As they are to be stored once the project is complete. */
  memberships: Record<string, unknown>[];
}

/** Reads a project. @throws ApiError 400 with the step that fails */
export function demandProject(dump: DumpProject): ReadProject {
  const read = readProject(dump);
  if ('problem' in read) throw dumpError(read.problem.step, read.problem.details);
  return read;
}

/** Makes the project, its roles and settings. @throws 400 when the owner has no room for it */
export async function setUpProject(
  worker: ImportWorker,
  { read, logo }: { read: ReadProject; logo: DumpProject['logo'] },
  owner: number,
  accounts: KnownAccounts,
): Promise<SetUpProject> {
  const { call } = worker;
  await accounts.learn(addressesIn(read));
  const people = read.memberships.map(({ email }) => ({ email, user: accounts.of(email) }));
  const users = [...new Set([owner, ...people.flatMap(({ user }) => user ?? [])])];
  const emails = [...new Set(people.flatMap(({ email, user }) => (user === null ? [email.toLowerCase()] : [])))];
  await call('projects.demandSlot', { owner, isPrivate: read.values.is_private !== false, users, emails });
  const id = await call('projects.reserve', {});
  await worker.makes(id);
  const { is_private: _private, anon_permissions: _anon, public_permissions: _public, ...values } = read.values;
  await call('projects.beginRestored', { id, values, slug: read.slug, template: read.template });
  const context = await configure(worker, id, read);
  if (logo) await call('projects.restoreLogo', { project: id, filename: logo.name }, { stream: await contentOf(logo), timeout: 0 });
  const memberships = await membershipsOf(worker, { read, context, owner, accounts });
  const members = memberships.flatMap(({ user, role, is_admin }) =>
    typeof user === 'number' ? [{ membership: 0, user, role: role as number, is_admin: is_admin === true }] : [],
  );
  return { read, owner, context: { ...context, owner, members }, memberships };
}

/** Roles, settings and the defaults among them. */
async function configure({ call }: ImportWorker, id: number, { roles, settings, defaults }: ReadProject): Promise<ProjectContext> {
  const empty = { id } as ProjectContext;
  const restore = (collection: SettingKind, documents: Record<string, unknown>[]) =>
    documents.length === 0 ? Promise.resolve([]) : call('projects.restore', { collection, context: empty, documents });
  await call('memberships.restore', { collection: 'roles', context: empty, documents: roles });
  const statuses = settings.us_statuses ?? [];
  const statusIds = await restore('us_statuses', statuses);
  const idOfStatus = new Map(statuses.map(({ name }, index) => [name, statusIds[index]?.id]));
  const others = settingKinds.filter((kind) => kind !== 'us_statuses');
  await Promise.all(
    others.map((kind) =>
      restore(
        kind,
        (settings[kind] ?? []).map((item) => (kind === 'swimlanes' ? laneOf(item, idOfStatus) : item)),
      ),
    ),
  );
  const bare = await contextOf(call, id);
  const set = Object.fromEntries(
    defaultKeys.map((key) => [key, bare.settings[kindOfDefault[key]].find(({ name }) => name === defaults[key])?.id ?? null]),
  );
  await call('projects.setRestored', { project: id, set, opens: false });
  return contextOf(call, id);
}

function laneOf({ statuses, ...lane }: Record<string, unknown>, idOfStatus: ReadonlyMap<string, unknown>): Record<string, unknown> {
  const own = (statuses ?? []) as { status: string; wip_limit?: unknown }[];
  const given = new Map(own.map(({ status, wip_limit }) => [status, typeof wip_limit === 'number' ? wip_limit : null]));
  const limits = [...idOfStatus].map(([name, status]) => ({ status, wip_limit: given.get(name) ?? null }));
  return { ...lane, limits };
}

/** Asked of its owner: nobody else knows of the project yet. */
export async function contextOf(call: ImportWorker['call'], id: number): Promise<ProjectContext> {
  const [context] = await call('projects.contexts', { ids: [id] });
  if (!context) throw apiError('NOT_FOUND');
  return context;
}

interface People {
  read: ReadProject;
  context: ProjectContext;
  owner: number;
  accounts: KnownAccounts;
}

/** Everybody once: accounts as members, other addresses as invitations. The owner is among them, an administrator. */
async function membershipsOf({ call }: ImportWorker, { read, context, owner, accounts }: People): Promise<Record<string, unknown>[]> {
  const [account] = await call('auth.accounts', { ids: [owner] });
  const own: ReadMembership = {
    email: account?.email ?? '',
    role: context.roles[0]?.name ?? '',
    invited_by: null,
    is_admin: true,
    created_at: now(),
    invitation_extra_text: null,
    user_order: 0,
  };
  const seen = new Set<string | number>();
  return [...read.memberships, own].flatMap((membership) => {
    const user = accounts.of(membership.email) ?? (membership === own ? owner : null);
    const key = user ?? membership.email.toLowerCase();
    if (seen.has(key)) return [];
    seen.add(key);
    const role = context.roles.find(({ name }) => name === membership.role)?.id ?? null;
    const { email, created_at, invitation_extra_text, user_order } = membership;
    return [
      {
        ...{ user, role, email, invitation_extra_text, is_admin: user === owner || membership.is_admin },
        invited_by: accounts.of(membership.invited_by),
        created_at: created_at ?? now(),
        // In the lists of people who are here already the project comes first.
        user_order: user === null ? user_order : 0,
      },
    ];
  });
}
