import { PrivateAddressError, safeFetch, type IncomingAnswer } from '../../../lib/safe-fetch';
import { signatureHeaders } from '../../../lib/webhooks/signatures';
import type { NodeTools } from '../../../lib/contracts/node';
import type { Webhook, WebhookLog } from '../webhook';

/** A body on its way to a receiver. */
export interface Message {
  /** The same on every attempt. */
  id: string;
  body: string;
}

/** What came of an attempt; it never fails otherwise. */
export type Attempt = Pick<WebhookLog, 'url' | 'status' | 'request_headers' | 'response_data' | 'response_headers' | 'duration'>;

/** Milliseconds for a whole attempt. */
const timeout = 10_000;
/** Bytes of the answer that the log keeps. */
const keptAnswer = 64 * 1024;

const redirects = new Set([301, 302, 303, 307, 308]);

/** Whether the receiver took the delivery. */
export const succeeded = ({ status }: Pick<Attempt, 'status'>): boolean => status >= 200 && status < 300;

/** Sends a message once, signed. */
export async function attempt({ config }: Pick<NodeTools, 'config'>, { url, key }: Webhook, { id, body }: Message): Promise<Attempt> {
  const began = performance.now();
  const headers = {
    ...signatureHeaders({ id, timestamp: Math.floor(Date.now() / 1000), body, key }),
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
  };
  try {
    const allowPrivate = config.projects.webhooksAllowPrivate;
    const answer = await safeFetch(url, { method: 'POST', headers, body, timeout, limit: keptAnswer, allowPrivate });
    if (redirects.has(answer.status)) return failed(url, headers, answer.status, 'Redirects are not allowed');
    return { url, request_headers: headers, ...answered(answer), duration: (performance.now() - began) / 1000 };
  } catch (error) {
    return failed(url, headers, 0, reasonOf(error));
  }
}

const answered = ({ status, body, rawHeaders }: IncomingAnswer) => ({
  status,
  // The blank is there in what clients know.
  response_data: `{"content": ${JSON.stringify(body.toString('utf8'))}}`,
  response_headers: rawHeaders,
});

const failed = (url: string, headers: Record<string, string>, status: number, reason: string): Attempt => ({
  ...{ url, status, request_headers: headers },
  ...{ response_data: `error-in-request: ${reason}`, response_headers: {}, duration: 0 },
});

const resolutionErrors = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'ENODATA']);

function reasonOf(error: unknown): string {
  if (error instanceof PrivateAddressError) return 'Private IP Address not allowed';
  const { code, name, message } = (typeof error === 'object' && error !== null ? error : {}) as Partial<NodeJS.ErrnoException>;
  if (code !== undefined && resolutionErrors.has(code)) return 'Host access error';
  if (name === 'TimeoutError') return `No answer within ${timeout / 1000} seconds`;
  return message || 'The receiver cannot be reached';
}
