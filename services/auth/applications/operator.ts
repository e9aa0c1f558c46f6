import { randomBytes, randomUUID } from 'node:crypto';
import type { ApplicationKey, ApplicationValues, ExternalApplication, ListedApplication } from '../../../lib/contracts/credential-actions';
import type { NodeTools } from '../../../lib/contracts/node';
import { apiError } from '../../../lib/errors';
import { wrongFields } from '../../../lib/external-application';
import { byCodePoint } from '../../../lib/resource/values';
import { refusingDuplicates } from '../../../lib/store/duplicates';
import { removeApplicationTokens } from './application-tokens';
import { applicationsOf, findApplication, fixedApplication } from './applications';

const drawKey = () => randomBytes(32).toString('base64url');
const fields = ['key', 'name', 'web', 'description', 'icon_url', 'next_url'] as const;

/** Without its key. */
const listed = ({ id, name, web, description, icon_url, next_url }: ExternalApplication, fixed: boolean): ListedApplication => ({
  ...{ id, name, web, description, icon_url, next_url },
  fixed,
});

/** All admitted applications by name. */
export async function listApplications(node: NodeTools): Promise<ListedApplication[]> {
  const { applications: settings } = node.config.accounts;
  const ids = new Set(settings.map(({ id }) => id));
  const stored = (await applicationsOf(node).find()).filter(({ id }) => !ids.has(id));
  const all = [...settings.map((one) => listed(one, true)), ...stored.map((one) => listed(one, false))];
  return all.sort((one, other) => byCodePoint(one.name, other.name));
}

/** @throws BAD_REQUEST for wrong values and a known id */
export async function addApplication(node: NodeTools, values: ApplicationValues & { id?: string }): Promise<ApplicationKey> {
  const { id = randomUUID(), key = drawKey() } = values;
  const empty = { name: '', next_url: '', web: null, description: null, icon_url: null };
  const application: ExternalApplication = { ...empty, ...given(values), id, key };
  demandValid(application);
  if (await findApplication(node, id)) throw alreadyThere(id);
  await refusingDuplicates(
    () => applicationsOf(node).insert(application),
    () => alreadyThere(id),
  );
  return { id, key };
}

/** @throws BAD_REQUEST for wrong values and for one of the settings */
export async function changeApplication(node: NodeTools, id: string, values: ApplicationValues): Promise<ListedApplication | null> {
  demandChangeable(node, id);
  const before = await applicationsOf(node).findById(id);
  if (!before) return null;
  const changes = given(values);
  if (Object.keys(changes).length === 0) return listed(before, false);
  demandValid({ ...before, ...changes });
  const after = await applicationsOf(node).findOneAndUpdate({ id }, { set: changes });
  return after && listed(after, false);
}

/** The old key deciphers nothing more. @throws BAD_REQUEST for one of the settings */
export async function renewApplicationKey(node: NodeTools, id: string): Promise<ApplicationKey | null> {
  const key = drawKey();
  return (await changeApplication(node, id, { key })) && { id, key };
}

/** The application goes first, so that nobody can grant it anything more. @throws BAD_REQUEST for one of the settings */
export async function removeApplication(node: NodeTools, id: string): Promise<boolean> {
  demandChangeable(node, id);
  const removed = await applicationsOf(node).remove({ id });
  const tokens = await removeApplicationTokens(node, { application: id });
  return removed + tokens > 0;
}

const given = (values: ApplicationValues): ApplicationValues =>
  Object.fromEntries(fields.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));

const alreadyThere = (id: string) => apiError('BAD_REQUEST', `There is an application ${id} already.`);

function demandChangeable(node: NodeTools, id: string): void {
  if (fixedApplication(node, id)) throw apiError('BAD_REQUEST', `The application ${id} is one of LARCH_APPLICATIONS; change it there.`);
}

function demandValid(application: ExternalApplication): void {
  const wrong = wrongFields(application);
  if (wrong.length > 0) throw apiError('BAD_REQUEST', `Missing or wrong: ${wrong.join(', ')}.`);
}
