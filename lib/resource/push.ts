import { changeMessage, type ProjectChange } from '../contracts/push';
import type { RestRequest } from './request';

/**
 * Tells the clients that show a project of a change without an entry of its own: settings and bulk operations
 * (events.md, Which requests push what). To be called once the change is stored; it delays and fails nothing.
 */
export function pushChange({ node, facts }: Pick<RestRequest, 'node' | 'facts'>, change: ProjectChange): void {
  if (Array.isArray(change.pk) && change.pk.length === 0) return;
  node.push([changeMessage(change, facts.sessionId)]);
}
