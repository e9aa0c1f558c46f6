import type { ServiceBroker } from 'moleculer';
import type { ApplicationKey, ApplicationValues, ListedApplication } from '../lib/contracts/credential-actions';

interface Options {
  id?: string;
  name?: string;
  nextUrl?: string;
  web?: string;
  description?: string;
  iconUrl?: string;
  key?: string;
  newKey?: boolean;
}

interface Choice {
  options: Options;
  action?: string;
  id?: string;
}

type Work = (broker: ServiceBroker, options: Options, id: string) => Promise<string[]>;

const line = ({ id, name, next_url: next, fixed }: ListedApplication) => `${id} ${name}, ${next}${fixed ? ' (LARCH_APPLICATIONS)' : ''}`;
const keyLines = ({ id, key }: ApplicationKey, what: string) => [`${what} ${id}`, `Its key, which isn't shown again: ${key}`];
const unknown = (id: string) => [`There is no application ${id}.`];

/** An empty text takes an optional value away. */
function valuesIn({ name, nextUrl, web, description, iconUrl, key }: Options): ApplicationValues {
  const optional = { web, description, icon_url: iconUrl };
  const cleared = Object.entries(optional).map(([field, value]) => [field, value === '' ? null : value]);
  const all = { name, next_url: nextUrl, key, ...Object.fromEntries(cleared) } as ApplicationValues;
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

const list: Work = async (broker) => {
  const all = await broker.call<ListedApplication[], object>('auth.listApplications', {});
  return [...all.map(line), `${all.length} applications.`];
};

const add: Work = async (broker, options) => {
  const values = { ...valuesIn(options), ...(options.id === undefined ? {} : { id: options.id }) };
  return keyLines(await broker.call<ApplicationKey, object>('auth.addApplication', values), 'Made the application');
};

const change: Work = async (broker, options, id) => {
  if (options.newKey) {
    const drawn = await broker.call<ApplicationKey | null, object>('auth.renewApplicationKey', { id });
    return drawn ? keyLines(drawn, 'Changed the key of') : unknown(id);
  }
  const changed = await broker.call<ListedApplication | null, object>('auth.changeApplication', { id, values: valuesIn(options) });
  return changed ? [line(changed)] : unknown(id);
};

const remove: Work = async (broker, _options, id) => {
  const removed = await broker.call<boolean, object>('auth.removeApplication', { id });
  return removed ? [`Removed the application ${id} and all that users had granted to it.`] : unknown(id);
};

const works: Record<string, Work> = { list, add, change, remove };
const usage = 'applications list | add --name NAME --next-url URL | change ID [options] | remove ID';

async function run(broker: ServiceBroker, { options, action = 'list', id }: Choice): Promise<string[]> {
  const work = Object.hasOwn(works, action) ? works[action] : undefined;
  if (!work || (id === undefined && ['change', 'remove'].includes(action))) return [usage];
  try {
    return await work(broker, options, id ?? '');
  } catch (error) {
    return [(error as Error).message];
  }
}

/** External applications: an operator admits them, users grant them what they may do themselves. */
export default {
  command: 'applications [action] [id]',
  description: `External applications: ${usage}`,
  options: [
    { option: '--id <uuid>', description: 'the id of a new one; drawn when not given' },
    { option: '--name <name>', description: 'what users are asked to trust' },
    { option: '--next-url <address>', description: 'where users return with a code' },
    { option: '--web <address>', description: 'its home page' },
    { option: '--description <text>', description: 'what it does' },
    { option: '--icon-url <address>', description: 'its picture' },
    { option: '--key <key>', description: 'the shared secret, 16 characters or more; drawn when not given' },
    { option: '--new-key', description: 'draw a new key for an application' },
  ],
  action: async (broker: ServiceBroker, choice: Choice): Promise<void> => {
    for (const text of await run(broker, choice)) console.log(text);
  },
};
