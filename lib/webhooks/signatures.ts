import { createHmac, timingSafeEqual } from 'node:crypto';

type Algorithm = 'sha1' | 'sha256';

/** Hexadecimal HMAC of a body. */
export function hmac(algorithm: Algorithm, key: string, body: string | Buffer): string {
  return createHmac(algorithm, key).update(body).digest('hex');
}

/** Compares a text from outside with a secret one; how long it takes doesn't tell where they differ. */
export function sameSecret(sent: string, secret: string): boolean {
  // Digests are of one length, whatever was sent.
  const digest = (text: string) => createHmac('sha256', 'compared').update(text).digest();
  return timingSafeEqual(digest(sent), digest(secret));
}

/** What of a delivery is signed. */
export interface SignedMessage {
  /** The same on every attempt. */
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
  body: string;
  key: string;
}

/** The headers that sign a delivery: the API's own (webhooks.md), GitHub's, and those of Standard Webhooks. */
export function signatureHeaders({ id, timestamp, body, key }: SignedMessage): Record<string, string> {
  const sha1 = hmac('sha1', key, body);
  return {
    'X-TAIGA-WEBHOOK-SIGNATURE': sha1,
    'X-Hub-Signature': `sha1=${sha1}`,
    'X-Hub-Signature-256': `sha256=${hmac('sha256', key, body)}`,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${createHmac('sha256', standardKey(key)).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  };
}

/** A key in the form of Standard Webhooks stands for the bytes it encodes, any other for itself. */
const standardKey = (key: string): Buffer =>
  key.startsWith('whsec_') ? Buffer.from(key.slice('whsec_'.length), 'base64') : Buffer.from(key, 'utf8');
