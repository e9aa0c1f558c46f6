import type { NodeTools } from '../../../../lib/contracts/node';
import { apiError } from '../../../../lib/errors';
import { OutsideClient, type AskLimits } from '../ask';
import type { Access } from '../system';

/** Asana, or Larch on its behalf, takes the request for wrong. */
export const invalidRequest = () => apiError('WRONG_ARGUMENTS', 'Invalid Asana API request');

/** @throws 400 for what is no id */
export function asanaId(id: string): string {
  if (!/^\d{1,30}$/.test(id)) throw invalidRequest();
  return id;
}

/** Asks on behalf of the token's user. */
export function asanaClient({ config }: Pick<NodeTools, 'config'>, { token }: Access, limits: AskLimits): OutsideClient {
  return new OutsideClient({
    base: config.importers.asana.apiUrl,
    allowPrivate: true,
    credentials: () => ({ authorization: `Bearer ${token}` }),
    ...limits,
  });
}
