import { codeHosts, type CodeHost } from '../../../lib/contracts/outside-actions';
import type { Reply } from '../../../lib/contracts/http';
import { apiError, apiErrorOf } from '../../../lib/errors';
import { anyone, demandWritable } from '../../../lib/resource/access';
import type { RestAction } from '../../../lib/resource/define';
import { noContent, type RestRequest } from '../../../lib/resource/request';
import { parsedId } from '../../../lib/resource/values';
import { objectAt, type HostEvent, type Payload } from './events';
import { hosts, type HostFacts } from './hosts';
import { applyComment, applyIssue } from './issue';
import { applyPush } from './push';
import { deliveryKey, forgetDelivery, noteDelivery } from './repetition';
import { isSigned } from './signature.rules';
import type { HookWork } from './work';

const refused = (message: string) => apiError('BAD_REQUEST', message);

/** A call of a code host: the checks in the order of hooks.md, then what follows from the event. */
async function receive(request: RestRequest, host: CodeHost): Promise<Reply> {
  const context = await request.context(parsedId(request.query.project));
  const modules = context && (await request.call('projects.modules', { project: context.id }));
  if (!context || !modules) throw refused("The project doesn't exist");
  const facts = hosts[host];
  const { headers = {}, rawBody = '' } = request.params;
  const body = Buffer.from(rawBody, 'base64');
  const payload = parsed(body);
  const settings = objectAt(modules, host);
  const signature = headers[facts.signatureHeader ?? ''];
  const call = { settings, body, payload, signature, key: request.query.key, address: request.facts.address };
  if (!isSigned(host, call)) throw refused('Bad signature');
  demandWritable(context);
  if (payload === null) throw refused('The payload is not valid json');
  const event = facts.read(payload, headers[facts.eventHeader ?? ''] ?? '');
  const work: HookWork = { request, host, hostName: facts.name, context, settings, authors: new Map() };
  await once(work, body, wordOf(facts, headers), () => apply(work, event));
  return noContent;
}

/** Null for what isn't JSON; a value that is no object has no fields. */
function parsed(body: Buffer): Payload | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return objectAt({ value }, 'value');
  } catch {
    return null;
  }
}

const wordOf = ({ deliveryHeaders }: HostFacts, headers: Record<string, string>): string | undefined =>
  deliveryHeaders.map((name) => headers[name]).find((word) => word !== undefined);

/** Repeated deliveries are ignored, unless the first one failed for a reason that may pass. */
async function once(
  { request, host, context }: HookWork,
  body: Buffer,
  word: string | undefined,
  work: () => Promise<void>,
): Promise<void> {
  if (word === undefined) return work();
  const { store } = request.node;
  const key = deliveryKey(host, context.id, word, body);
  if (!(await noteDelivery(store, key))) return;
  try {
    await work();
  } catch (error) {
    const status = apiErrorOf(error)?.status ?? 500;
    if (status >= 500) await forgetDelivery(store, key);
    throw error;
  }
}

async function apply(work: HookWork, event: HostEvent): Promise<void> {
  if (event?.kind === 'push') await applyPush(work, event);
  else if (event?.kind === 'issue') await applyIssue(work, event);
  else if (event?.kind === 'comment') await applyComment(work, event);
}

/** `POST /{host}-hook` (hooks.md). Anybody may call: the signature tells who it is. */
export const hookActions: RestAction[] = codeHosts.map((host) => {
  const { eventHeader, signatureHeader, deliveryHeaders } = hosts[host];
  const headers = [eventHeader, signatureHeader, ...deliveryHeaders].filter((name) => name !== undefined);
  return {
    name: `${host}.hook`,
    rest: { method: 'POST', path: `/${host}-hook`, rawBody: true, headers },
    access: anyone,
    handler: (request) => receive(request, host),
  };
});
