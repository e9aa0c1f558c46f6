import type { ExternalApplication } from '../../../lib/contracts/credential-actions';
import { apiError, notFound } from '../../../lib/errors';
import type { Reply } from '../../../lib/contracts/http';
import { anyone, authenticated } from '../../../lib/resource/access';
import type { RestAction } from '../../../lib/resource/define';
import { pagedArray } from '../../../lib/resource/pages';
import { noContent, ok, type RestRequest } from '../../../lib/resource/request';
import { byCodePoint } from '../../../lib/resource/values';
import { drawToken } from '../../../lib/opaque-tokens';
import { cypherApplicationToken } from '../../../lib/tokens';
import { applicationTokensOf, issueCode, removeApplicationTokens, renewCode, type ApplicationToken } from './application-tokens';
import { findApplication, findApplications } from './applications';

const shownApplication = ({ id, name, web, description, icon_url }: ExternalApplication) => ({ id, name, web, description, icon_url });

/** Without a code the text ends in `None`, as clients know it. */
const nextUrl = ({ next_url: address }: ExternalApplication, code: string | null) => `${address}?auth_code=${code ?? 'None'}`;

function shownToken(user: number, application: ExternalApplication, token: ApplicationToken | null): Record<string, unknown> {
  const code = token?.auth_code ?? null;
  return { id: token?.id ?? null, user, application: shownApplication(application), auth_code: code, next_url: nextUrl(application, code) };
}

/** @throws 404 */
async function applicationOf({ node }: RestRequest, id: unknown): Promise<ExternalApplication> {
  const application = await findApplication(node, id);
  if (!application) throw notFound('Application');
  return application;
}

const retrieveApplication = async (request: RestRequest): Promise<Reply> =>
  ok(shownApplication(await applicationOf(request, request.path.id)));

/** Asking makes a new code, when the user has a token already. */
async function tokenOfApplication(request: RestRequest): Promise<Reply> {
  const { id } = request.requireUser();
  const application = await applicationOf(request, request.path.id);
  const token = await renewCode(request.node, id, application.id, request.query.state ?? null);
  return ok(shownToken(id, application, token));
}

async function list(request: RestRequest): Promise<Reply> {
  const user = request.requireUser().id;
  const { application: only } = request.query;
  const tokens = await applicationTokensOf(request.node).find({ filter: only ? { user, application: only } : { user }, sort: ['id'] });
  const admitted = await findApplications(request.node, new Set(tokens.map(({ application }) => application)));
  const entries = tokens.flatMap((token) => {
    const application = admitted.get(token.application);
    return application ? [{ token, application }] : [];
  });
  entries.sort((one, other) => byCodePoint(one.application.name, other.application.name));
  const { rows, headers } = await pagedArray(request, entries);
  return ok(
    rows.map(({ token, application }) => shownToken(user, application, token)),
    headers,
  );
}

async function retrieve(request: RestRequest): Promise<Reply> {
  const token = await ownToken(request);
  const application = token && (await findApplication(request.node, token.application));
  if (!application) throw notFound('ApplicationToken');
  return ok(shownToken(token.user, application, token));
}

async function destroy(request: RestRequest): Promise<Reply> {
  const token = await ownToken(request);
  if (!token) throw apiError('PERMISSION_DENIED');
  await removeApplicationTokens(request.node, { id: token.id });
  return noContent;
}

async function ownToken(request: RestRequest): Promise<ApplicationToken | null> {
  const user = request.requireUser().id;
  return request.id === null ? null : applicationTokensOf(request.node).findOne({ id: request.id, user });
}

async function authorize(request: RestRequest): Promise<Reply> {
  const { application: id, state } = request.body;
  const application = await applicationOf(request, id);
  const token = await issueCode(request.node, request.requireUser().id, application.id, stateIn(state));
  return ok({ state: token.state, auth_code: token.auth_code, next_url: nextUrl(application, token.auth_code) });
}

/** @throws 400 for lists and objects */
function stateIn(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'object') throw apiError('WRONG_ARGUMENTS', 'Invalid state');
  return String(value);
}

/** Trades a code, once, for the token, which only the application can read (applications.md §4). */
async function validate(request: RestRequest): Promise<Reply> {
  const { application: id, state, auth_code: code } = request.body;
  const application = await findApplication(request.node, id);
  const tokens = applicationTokensOf(request.node);
  const isOdd = typeof state === 'object' && state !== null;
  if (!application || typeof code !== 'string' || code === '' || isOdd) throw notFound('ApplicationToken');
  const round = { application: application.id, auth_code: code, state: stateIn(state) };
  const found = await tokens.findOne(round);
  if (!found) throw notFound('ApplicationToken');
  const token = found.token ?? drawToken('app', found.id);
  const spent = await tokens.findOneAndUpdate({ ...round, id: found.id, token: found.token }, { set: { auth_code: null, token } });
  if (!spent) throw notFound('ApplicationToken');
  await request.node.invalidate({ applicationTokens: [found.id] });
  return ok({ cyphered_token: await cypherApplicationToken(token, application.key) });
}

const tokens = '/application-tokens';

export const applicationActions: readonly RestAction[] = [
  {
    name: 'applications.retrieve',
    rest: { method: 'GET', path: '/applications/:id' },
    access: authenticated,
    handler: retrieveApplication,
    summary: 'An application',
  },
  {
    name: 'applications.token',
    rest: { method: 'GET', path: '/applications/:id/token' },
    access: authenticated,
    scope: 'unscoped',
    handler: tokenOfApplication,
    summary: 'One’s token for an application',
  },
  { name: 'application-tokens.list', rest: { method: 'GET', path: tokens }, access: authenticated, handler: list, summary: 'Own tokens' },
  {
    name: 'application-tokens.authorize',
    rest: { method: 'POST', path: `${tokens}/authorize` },
    access: authenticated,
    scope: 'unscoped',
    handler: authorize,
    summary: 'A code for an application',
  },
  {
    name: 'application-tokens.validate',
    rest: { method: 'POST', path: `${tokens}/validate` },
    access: anyone,
    handler: validate,
    summary: 'The token for a code',
  },
  {
    name: 'application-tokens.retrieve',
    rest: { method: 'GET', path: `${tokens}/:id` },
    access: authenticated,
    handler: retrieve,
    summary: 'An own token',
  },
  {
    name: 'application-tokens.destroy',
    rest: { method: 'DELETE', path: `${tokens}/:id` },
    access: authenticated,
    handler: destroy,
    summary: 'Take a token back',
  },
];
