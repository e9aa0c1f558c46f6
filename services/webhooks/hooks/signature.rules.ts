import ipaddr from 'ipaddr.js';
import type { CodeHost } from '../../../lib/contracts/outside-actions';
import { hmac, sameSecret } from '../../../lib/webhooks/signatures';
import { textAt, type Payload } from './events';

/** What a call of a hook is judged by. */
export interface SignedCall {
  /** The project's settings of the host. */
  settings: Payload;
  body: Buffer;
  /** The body, when it is JSON. */
  payload: Payload | null;
  /** Value of the host's signature header. */
  signature: string | undefined;
  /** `key` of the query. */
  key: string | undefined;
  /** Of the caller. */
  address: string;
}

type Judge = (call: SignedCall, secret: string) => boolean;

const byKey: Judge = ({ key, settings, address }, secret) => key !== undefined && sameSecret(key, secret) && mayCall(settings, address);

const judges: Record<CodeHost, Judge> = {
  github: ({ signature, body }, secret) => signature !== undefined && sameSecret(signature, `sha1=${hmac('sha1', secret, body)}`),
  gitlab: byKey,
  bitbucket: byKey,
  gogs: ({ signature, body, payload }, secret) => {
    if (signature !== undefined) return sameSecret(signature, hmac('sha256', secret, body));
    return payload !== null && sameSecret(textAt(payload, 'secret'), secret);
  },
};

/** Whether a call comes from the host (hooks.md, Settings). Without a secret none does. */
export function isSigned(host: CodeHost, call: SignedCall): boolean {
  const secret = textAt(call.settings, 'secret');
  return secret !== '' && judges[host](call, secret);
}

/** An empty list of ranges allows all addresses. */
function mayCall({ valid_origin_ips: ranges }: Payload, address: string): boolean {
  if (!Array.isArray(ranges) || ranges.length === 0) return true;
  return ipaddr.isValid(address) && ranges.some((range) => typeof range === 'string' && isWithin(ipaddr.process(address), range.trim()));
}

function isWithin(address: ReturnType<typeof ipaddr.process>, range: string): boolean {
  if (!range.includes('/')) return ipaddr.isValid(range) && ipaddr.process(range).toString() === address.toString();
  try {
    const [network, bits] = ipaddr.parseCIDR(range);
    return network.kind() === address.kind() && address.match(network, bits);
  } catch {
    return false;
  }
}
