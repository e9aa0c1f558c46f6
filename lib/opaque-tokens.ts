import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Whose token it is: an external application's or one that a user made. */
export type OpaqueKind = 'app' | 'pat';

/** A token that says which row it belongs to, so that its card is found in memory; the rest is 256 random bits. */
export interface OpaqueToken {
  kind: OpaqueKind;
  id: number;
}

const form = /^larch_(app|pat)_(\d{1,15})_[\w-]{43}$/;

/** A new token for the row with this id. */
export const drawToken = (kind: OpaqueKind, id: number): string => `larch_${kind}_${id}_${randomBytes(32).toString('base64url')}`;

/** What a token says of itself, which proves nothing; null for a text of another form. */
export function readOpaqueToken(text: string): OpaqueToken | null {
  const [, kind, id] = form.exec(text) ?? [];
  return kind === undefined ? null : { kind: kind as OpaqueKind, id: Number(id) };
}

/** SHA-256 in hexadecimal. A slow hash would protect nothing more, as the token can't be guessed. */
export const hashToken = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** Compares in constant time. @param hash of {@link hashToken} */
export function isTokenOf(text: string, hash: string): boolean {
  const kept = Buffer.from(hash, 'hex');
  const given = createHash('sha256').update(text, 'utf8').digest();
  return kept.length === given.length && timingSafeEqual(kept, given);
}
