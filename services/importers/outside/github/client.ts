import type { NodeTools } from '../../../../lib/contracts/node';
import { OutsideClient } from '../ask';
import type { Access } from '../system';

/** Asks on behalf of the token's user. */
export function githubClient({ config }: Pick<NodeTools, 'config'>, { token }: Access, patience: number): OutsideClient {
  return new OutsideClient({
    base: config.github.apiUrl,
    allowPrivate: true,
    credentials: () => ({ authorization: `token ${token}` }),
    patience,
  });
}
