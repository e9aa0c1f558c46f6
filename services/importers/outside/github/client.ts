import type { NodeTools } from '../../../../lib/contracts/node';
import { OutsideClient, type AskLimits } from '../ask';
import type { Access } from '../system';

/** Asks on behalf of the token's user. */
export function githubClient({ config }: Pick<NodeTools, 'config'>, { token }: Access, limits: AskLimits): OutsideClient {
  return new OutsideClient({
    base: config.github.apiUrl,
    allowPrivate: true,
    credentials: () => ({ authorization: `token ${token}` }),
    ...limits,
  });
}
