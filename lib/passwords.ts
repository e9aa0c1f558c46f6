import { pbkdf2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { hash, verify } from '@node-rs/argon2';

const derive = promisify(pbkdf2);
const cost = { memoryCost: 19456, timeCost: 2, parallelism: 1 };
const currentPrefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;

/** The text to store for a password (argon2id). */
export async function hashPassword(password: string): Promise<string> {
  return await hash(password, cost);
}

/**
 * Compares a password with what is stored: argon2 as made here, or `pbkdf2_sha256$…` of accounts that moved from
 * Django. Null (no such account, or one without a password) is false and takes as long as a wrong password.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  if (stored?.startsWith('$argon2')) return await verify(stored, password).catch(() => false);
  if (stored?.startsWith('pbkdf2_sha256$')) return await verifyDjango(password, stored);
  await hashPassword(password);
  return false;
}

/** True when the stored text isn't what `hashPassword` makes today, so that it should be replaced at login. */
export function needsRehash(stored: string): boolean {
  return !stored.startsWith(currentPrefix);
}

/** `pbkdf2_sha256$<iterations>$<salt>$<base64 of the derived key>`. */
async function verifyDjango(password: string, stored: string): Promise<boolean> {
  const [, iterations = '', salt, encoded] = stored.split('$');
  if (!/^[1-9]\d{0,6}$/.test(iterations) || !salt || !encoded) return false;
  const expected = Buffer.from(encoded, 'base64');
  if (expected.length !== 32) return false;
  const actual = await derive(password, salt, Number(iterations), expected.length, 'sha256');
  return timingSafeEqual(actual, expected);
}
