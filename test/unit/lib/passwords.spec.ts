import { pbkdf2Sync } from 'node:crypto';
import { hashPassword, needsRehash, verifyPassword } from '../../../lib/passwords';

const django = `pbkdf2_sha256$1000$salt$${pbkdf2Sync('Secret-12345', 'salt', 1000, 32, 'sha256').toString('base64')}`;

describe('passwords', () => {
  it('match only the very same text', async () => {
    const stored = await hashPassword('Sécret-12345');
    expect(stored).toMatch(/^\$argon2id\$/);
    expect(await verifyPassword('Sécret-12345', stored)).toBe(true);
    expect(await verifyPassword('sécret-12345', stored)).toBe(false);
    expect(await hashPassword('Sécret-12345')).not.toBe(stored);
    expect(needsRehash(stored)).toBe(false);
  });

  it('of accounts that moved from Django are accepted and marked for a new hash', async () => {
    expect(await verifyPassword('Secret-12345', django)).toBe(true);
    expect(await verifyPassword('secret-12345', django)).toBe(false);
    expect(needsRehash(django)).toBe(true);
    expect(needsRehash('$argon2id$v=19$m=4096,t=3,p=1$c2FsdHNhbHQ$AAAA')).toBe(true);
  });

  it.each([null, '', '!', 'pbkdf2_sha256$', 'pbkdf2_sha256$0$salt$AAAA', 'pbkdf2_sha256$1e9$s$x', '$argon2id$broken', 'plain'])(
    'never match the unusable %p',
    async (stored) => {
      expect(await verifyPassword('', stored)).toBe(false);
      expect(await verifyPassword(stored ?? 'null', stored)).toBe(false);
    },
  );
});
