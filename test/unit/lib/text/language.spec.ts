import { locales, negotiateLanguage } from '../../../../lib/text/language';
import { translate } from '../../../../lib/text/translate';

describe('the language of an answer', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['FR', 'fr'],
    ['de-AT', 'de'],
    ['it;q=0.3, sv;q=0.7', 'sv'],
    ['tlh, uk;q=0.1', 'uk'],
    ['PT-br', 'pt-br'],
    ['zh-Hant-HK', 'zh-hant'],
    ['zh-TW', 'zh-hant'],
    ['es;q=0, ca;q=0.5', 'ca'],
    ['*', 'en'],
    ['es;q=abc', 'en'],
    ['constructor, __proto__', 'en'],
    [';;;,,,', 'en'],
  ])('for %j is %s', (header, code) => expect(negotiateLanguage(header)).toBe(code));

  it('is one of the listed, of which three are written from right to left', () => {
    expect(locales.find(({ code }) => code === 'en')).toEqual({ code: 'en', name: 'English (US)', bidi: false });
    expect(locales.filter(({ bidi }) => bidi).map(({ code }) => code)).toEqual(['ar', 'fa', 'he']);
  });
});

describe('translations', () => {
  it('replace built-in texts only', () => {
    expect(translate('Rejected', 'es')).toBe('Rechazada');
    expect(translate('rejected', 'es')).toBe('rejected');
    expect(translate('Rejected', 'en')).toBe('Rejected');
    expect(translate('Rejected', 'ja')).toBe('Rejected');
    expect(translate('constructor', 'es')).toBe('constructor');
  });
});
