import type { Config } from '../../../../lib/config';
import type { NodeTools } from '../../../../lib/contracts/node';
import { oauth1Header, type Oauth1Signer } from '../../../../lib/oauth1';
import { OutsideClient, type AskLimits } from '../ask';
import { splitToken } from '../oauth1-exchange';
import { thirdPartyFailure } from '../parameters';
import type { Access } from '../system';

function signerOf({ importers }: Config, token?: string): Oauth1Signer {
  const { consumerKey, privateKey } = importers.jira;
  return { consumerKey: consumerKey ?? '', secret: { method: 'RSA-SHA1', privateKey: privateKey ?? '' }, token };
}

/** Who asks, and what may be asked. */
export const asker = (config: Config, token?: string) => ({
  signer: signerOf(config, token),
  allowPrivate: config.importers.jira.allowPrivate,
});

/** Asks on behalf of the token's user. */
export function jiraClient({ config }: Pick<NodeTools, 'config'>, access: Access, limits: AskLimits): OutsideClient {
  const { signer, allowPrivate } = asker(config, splitToken(access.token).token);
  return new OutsideClient({
    base: `${access.url ?? ''}/rest`,
    allowPrivate,
    credentials: (method, address) => ({ authorization: oauth1Header({ method, address }, signer) }),
    ...limits,
  });
}

/** Id or key of a project, or the id of a board, as one segment of a path. @throws 400 */
export function jiraId(project: string): string {
  if (!/^[\w-]{1,255}$/.test(project)) throw thirdPartyFailure();
  return project;
}
