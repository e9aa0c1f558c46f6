import type { Account } from '../../../lib/contracts/account-actions';
import { recordIn } from '../../../lib/importers/read';
import type { RestRequest } from '../../../lib/resource/request';
import { parsedId } from '../../../lib/resource/values';
import { textParameter } from './parameters';
import type { ImportOptions } from './system';

/** Most people that one import binds. */
const mostBindings = 10_000;

/** Reads what an import is asked to do; who is unknown here isn't bound. */
export async function importOptions(request: RestRequest, project: string): Promise<ImportOptions> {
  const { body } = request;
  const { description } = body;
  return {
    project,
    name: textParameter(request, 'name'),
    description: typeof description === 'string' && description !== '' ? description : null,
    template: textParameter(request, 'template') || null,
    isPrivate: isOn(body.is_private),
    keepReference: isOn(body.keep_external_reference),
    people: await boundPeople(request),
    projectType: textParameter(request, 'project_type'),
    importerType: textParameter(request, 'importer_type'),
  };
}

/** A switch of a body, in the forms in which clients send one (conventions.md §4). */
const isOn = (value: unknown): boolean =>
  typeof value === 'string' ? ['true', 'True', 't', '1'].includes(value) : value === true || value === 1;

async function boundPeople({ body, call }: RestRequest): Promise<Record<string, string>> {
  const bindings = Object.entries(recordIn(body.users_bindings)).slice(0, mostBindings);
  const ids = bindings.flatMap(([, ours]) => parsedId(ours) ?? []);
  const emails = bindings.flatMap(([, ours]) => (typeof ours === 'string' && ours.includes('@') ? [ours] : []));
  const [byId, byEmail] = await Promise.all([
    ids.length === 0 ? [] : call('auth.accounts', { ids }),
    emails.length === 0 ? [] : call('auth.accountsByEmail', { emails }),
  ]);
  const addressOf = (ours: unknown): string | undefined => {
    const id = parsedId(ours);
    const found = id === null ? byEmail.find(named(ours)) : byId.find((account) => account.id === id && account.is_active);
    return found?.email;
  };
  return Object.fromEntries(
    bindings.flatMap(([outside, ours]) => {
      const address = addressOf(ours);
      return address === undefined ? [] : [[outside, address] as const];
    }),
  );
}

/** Addresses that only look alike are of different people. */
const named = (address: unknown) => (account: Account) => account.email.toLowerCase() === String(address).toLowerCase();
