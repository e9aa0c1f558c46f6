import type { Config } from '../../../../lib/config';
import { apiError, type ApiError } from '../../../../lib/errors';
import { recordIn, recordsIn, textIn, textOrNull, type Json } from '../../../../lib/importers/read';
import { trelloRole } from '../../../../lib/importers/trello';
import type { OutsideFailure } from '../ask';
import { failingAs, inTurns, requestLimits } from '../inquiries';
import { askToken, joinedToken, type Oauth1Token } from '../oauth1-exchange';
import { expiredAuth, textParameter, thirdPartyFailure, tokenIn } from '../parameters';
import { keepPending, takePending } from '../pending';
import type { OutsidePerson } from '../people';
import type { OutsideSystem } from '../system';
import { boardId, signerOf, trelloClient } from './client';
import { fetchBoard } from './fetch';

/** Trello: OAuth 1 with shared secrets. */
export const trello: OutsideSystem = {
  name: 'trello',

  async authUrl(request) {
    const { node } = request;
    const { url } = node.config.importers.trello;
    const back = `${node.config.addresses.site}/project/new/import/trello`;
    const pending = await failingAs(refusal, tokenFrom(node.config, 'OAuthGetRequestToken', {}, { oauth_callback: back }));
    await keepPending(node, 'trello', request.requireUser().id, { ...pending, url: null });
    const query = {
      oauth_token: pending.token,
      scope: 'read,account',
      expiration: '1day',
      name: node.config.mail.productName,
      return_url: back,
    };
    return `${url}/OAuthAuthorizeToken?${new URLSearchParams(query).toString()}`;
  },

  async authorize(request) {
    const { node } = request;
    const verifier = textParameter(request, 'code');
    const pending = await takePending(node, 'trello', request.requireUser().id);
    if (!pending || verifier === '') throw expiredAuth();
    const granted = await failingAs(expiredAuth, tokenFrom(node.config, 'OAuthGetAccessToken', pending, { oauth_verifier: verifier }));
    return { token: joinedToken(granted) };
  },

  role: trelloRole,

  fetch: fetchBoard,

  access: (request) => ({ token: tokenIn(request), url: null }),

  async projects(node, access) {
    const query = { fields: 'id,name,desc,prefs,idOrganization', organization: 'true', organization_fields: 'prefs' };
    const boards = recordsIn(await trelloClient(node, access, requestLimits).json('/members/me/boards', query));
    return boards.map((board) => ({
      id: textIn(board.id),
      name: textIn(board.name),
      description: textIn(board.desc),
      is_private: !isPublic(board),
    }));
  },

  async people(node, access, project) {
    const client = trelloClient(node, access, requestLimits);
    const members = recordsIn(await client.json(`/board/${boardId(project)}/members/all`, { fields: 'id' }));
    return inTurns(members, async ({ id }) => personOf(await client.json(`/member/${encodeURIComponent(textIn(id))}`)));
  },

  shown: ({ id, full_name, email, avatar }, user) => ({ id, full_name, email, avatar, user }),

  refusal,
};

/** Public to the world, or to an organization that isn't private itself. */
function isPublic(board: Json): boolean {
  const level = recordIn(board.prefs).permissionLevel;
  const organization = recordIn(recordIn(board.organization).prefs).permissionLevel;
  return level === 'public' || (level === 'org' && textIn(board.idOrganization) !== '' && organization !== 'private');
}

function personOf(value: unknown): OutsidePerson {
  const { id, fullName, username, email, avatarUrl } = recordIn(value);
  const avatar = textOrNull(avatarUrl);
  return {
    id: textIn(id),
    full_name: textIn(fullName),
    username: textOrNull(username),
    email: textOrNull(email),
    avatar: avatar && `${avatar}/50.png`,
  };
}

function tokenFrom(config: Config, page: string, pending: Partial<Oauth1Token>, protocol: Record<string, string>): Promise<Oauth1Token> {
  const address = `${config.importers.trello.url}/${page}`;
  return askToken({ address, signer: signerOf(config, { token: pending.token, secret: pending.secret }), protocol, allowPrivate: true });
}

/** What Trello refuses is refused here in the same way. */
function refusal({ status }: OutsideFailure): ApiError {
  if (status === 401) return apiError('NOT_AUTHENTICATED', 'Trello refused the token');
  if (status === 403) return apiError('PERMISSION_DENIED', 'Trello refused the request');
  if (status === 404) return apiError('NOT_FOUND', 'Trello knows no such element');
  return thirdPartyFailure();
}
