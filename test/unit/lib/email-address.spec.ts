import { comparable, isAllowedDomain, isEmailAddress } from '../../../lib/email-address';

describe('mail addresses', () => {
  it.each(['ann@example.com', 'a.b+c@sub.example.co', "o'neil@example.com", 'ünï@exämple.de'])('%s is one', (address) => {
    expect(isEmailAddress(address)).toBe(true);
  });

  it.each([
    '',
    'ann',
    'ann@',
    '@example.com',
    'ann@localhost',
    'a b@example.com',
    'a@b@example.com',
    'a@example..com',
    'a,b@example.com',
    '<a@example.com>',
    'a@-example.com',
    'a@example.com\n',
    `${'x'.repeat(250)}@example.com`,
  ])('%j is none', (address) => {
    expect(isEmailAddress(address)).toBe(false);
  });

  it('are allowed by their whole domain, without case', () => {
    expect(isAllowedDomain('ann@EXAMPLE.com', ['example.org', 'Example.com'])).toBe(true);
    expect(isAllowedDomain('ann@evil-example.com', ['example.com'])).toBe(false);
    expect(isAllowedDomain('ann@anywhere.net', [])).toBe(true);
  });

  it('are compared without case and with compatible characters made one', () => {
    expect(comparable('ＡNN')).toBe(comparable('ann'));
  });
});
