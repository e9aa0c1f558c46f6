import type { GithubConfig } from '../../../lib/config';
import { apiError } from '../../../lib/errors';
import { isEmailAddress } from '../../../lib/email-address';
import { safeFetch, type OutgoingRequest } from '../../../lib/safe-fetch';

/** Who somebody is at the code host. */
export interface CodeHostProfile {
  id: string;
  login: string;
  /** The login where there is no name. */
  name: string;
  bio: string;
  email: string;
}

type Json = Record<string, unknown>;

const failure = (message: string) => apiError('BAD_REQUEST', message);

/** Where the code host is, and for how many milliseconds each of its answers is awaited (else as for any host). */
type CodeHost = GithubConfig & { patience?: number };

/** Trades the code of a login for the person's profile. @throws 400 with the provider's message for whatever goes wrong there */
export async function fetchProfile(host: CodeHost, code: string): Promise<CodeHostProfile> {
  const token = await fetchToken(host, code);
  const [user, addresses] = await Promise.all([get(host, '/user', token), get(host, '/user/emails', token)]);
  const { id, login, name, bio } = objectOf(user);
  const email = primaryOf(addresses);
  if ((typeof id !== 'number' && typeof id !== 'string') || typeof login !== 'string' || login === '')
    throw failure('No profile at the code host');
  if (email === null) throw failure('No usable mail address at the code host');
  return { id: String(id), login, name: textOf(name) || login, bio: textOf(bio), email };
}

async function fetchToken({ url, clientId, clientSecret, patience }: CodeHost, code: string): Promise<string> {
  const body = JSON.stringify({ client_id: clientId, client_secret: clientSecret, code });
  const answer = objectOf(
    await ask(`${url}/login/oauth/access_token`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
      timeout: patience,
    }),
  );
  const token = textOf(answer.access_token);
  if (token === '') throw failure(textOf(answer.error_description) || textOf(answer.error) || 'The code host gave no token');
  return token;
}

const get = ({ apiUrl, patience }: CodeHost, path: string, token: string): Promise<unknown> =>
  ask(`${apiUrl}${path}`, { headers: { authorization: `Bearer ${token}` }, timeout: patience });

/** The addresses are the operator's settings, so they may be private. */
async function ask(address: string, request: OutgoingRequest): Promise<unknown> {
  const headers = { accept: 'application/json', 'user-agent': 'larch', ...request.headers };
  const answer = await safeFetch(address, { ...request, headers, allowPrivate: true }).catch(() => null);
  if (!answer) throw failure('The code host cannot be reached');
  const content = parsed(answer.body);
  if (answer.status === 200) return content;
  throw failure(textOf(objectOf(content).message) || `The code host answered ${answer.status}`);
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

function primaryOf(addresses: unknown): string | null {
  const primary = Array.isArray(addresses) ? addresses.map(objectOf).find((entry) => entry.primary === true) : undefined;
  const email = textOf(primary?.email);
  // Accounts are found by their address: one that nobody has confirmed could be somebody else's.
  return primary?.verified !== false && isEmailAddress(email) ? email : null;
}

const objectOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
