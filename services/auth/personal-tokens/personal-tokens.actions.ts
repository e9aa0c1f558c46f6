import { apiError, notFound } from '../../../lib/errors';
import type { Reply } from '../../../lib/contracts/http';
import { drawToken, hashToken } from '../../../lib/opaque-tokens';
import { authenticated } from '../../../lib/resource/access';
import type { RestAction } from '../../../lib/resource/define';
import { documentSource, paged } from '../../../lib/resource/pages';
import { created, noContent, ok, type RestRequest } from '../../../lib/resource/request';
import { now } from '../../../lib/resource/values';
import { readWantedToken } from './personal-token.rules';
import { personalTokensOf, removePersonalTokens, type PersonalToken } from './personal-tokens';

/** Enough for programs of one person; a bound for what a stolen login can leave behind. */
const mostTokens = 50;

const shown = ({ id, name, scopes, created_date, expires_date }: PersonalToken) => ({ id, name, scopes, created_date, expires_date });

async function list(request: RestRequest): Promise<Reply> {
  const filter = { user: request.requireUser().id };
  const { rows, headers } = await paged(request, documentSource(personalTokensOf(request.node), { filter, sort: ['id'] }));
  return ok(rows.map(shown), headers);
}

const retrieve = async (request: RestRequest): Promise<Reply> => ok(shown(await ownToken(request)));

/** The only answer that has the token. */
async function create(request: RestRequest): Promise<Reply> {
  const user = request.requireUser().id;
  const { name, scopes, expires } = readWantedToken(request.body, Date.now());
  const tokens = personalTokensOf(request.node);
  if ((await tokens.count({ user })) >= mostTokens) throw apiError('BAD_REQUEST', `There are ${mostTokens} tokens already.`);
  const id = await request.node.store.take('personal_tokens');
  const token = drawToken('pat', id);
  const made = { id, user, name, scopes, hash: hashToken(token), created_date: now(), expires_date: expires };
  await tokens.insert(made);
  // A gateway that was asked for this id before it existed remembers that it doesn't.
  await request.node.invalidate({ personalTokens: [id] });
  return created({ ...shown(made), token });
}

async function destroy(request: RestRequest): Promise<Reply> {
  const { id } = await ownToken(request);
  await removePersonalTokens(request.node, { id });
  return noContent;
}

/** @throws 404 */
async function ownToken(request: RestRequest): Promise<PersonalToken> {
  const user = request.requireUser().id;
  const token = request.id === null ? null : await personalTokensOf(request.node).findOne({ id: request.id, user });
  if (!token) throw notFound('PersonalToken');
  return token;
}

const all = '/personal-access-tokens';
const one = `${all}/:id`;

export const personalTokenActions: readonly RestAction[] = [
  {
    name: 'personal-tokens.list',
    rest: { method: 'GET', path: all },
    access: authenticated,
    handler: list,
    summary: 'One’s personal access tokens',
  },
  {
    name: 'personal-tokens.create',
    rest: { method: 'POST', path: all },
    access: authenticated,
    scope: 'login',
    handler: create,
    summary: 'A new personal access token',
  },
  {
    name: 'personal-tokens.retrieve',
    rest: { method: 'GET', path: one },
    access: authenticated,
    handler: retrieve,
    summary: 'A personal access token without the token itself',
  },
  {
    name: 'personal-tokens.destroy',
    rest: { method: 'DELETE', path: one },
    access: authenticated,
    handler: destroy,
    summary: 'Take a personal access token back',
  },
];
