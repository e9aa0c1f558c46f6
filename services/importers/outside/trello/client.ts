import type { Config } from '../../../../lib/config';
import type { NodeTools } from '../../../../lib/contracts/node';
import { apiError } from '../../../../lib/errors';
import { oauth1Header, type Oauth1Signer } from '../../../../lib/oauth1';
import { OutsideClient, type AskLimits } from '../ask';
import { splitToken, type Oauth1Token } from '../oauth1-exchange';
import type { Access } from '../system';

/** @throws 404 for what names no board */
export function boardId(project: string): string {
  if (!/^[0-9A-Za-z]{1,64}$/.test(project)) throw apiError('NOT_FOUND');
  return project;
}

/** Who signs requests to Trello: with a token on behalf of its user. */
export function signerOf({ importers }: Config, { token, secret }: Partial<Oauth1Token>): Oauth1Signer {
  const { clientId, clientSecret } = importers.trello;
  return {
    consumerKey: clientId ?? '',
    secret: { method: 'HMAC-SHA1', consumerSecret: clientSecret ?? '', tokenSecret: secret },
    token,
  };
}

/** Asks on behalf of the token's user. */
export function trelloClient({ config }: Pick<NodeTools, 'config'>, { token }: Access, limits: AskLimits): OutsideClient {
  const signer = signerOf(config, splitToken(token));
  return new OutsideClient({
    base: config.importers.trello.apiUrl,
    files: config.importers.trello.url,
    allowPrivate: true,
    credentials: (method, address) => ({ authorization: oauth1Header({ method, address }, signer) }),
    ...limits,
  });
}
