/** One entry of `GET /locales`; the name is in its own language. */
export interface Locale {
  code: string;
  name: string;
  /** Written from right to left. */
  bidi: boolean;
}

const rightToLeft = new Set(['ar', 'fa', 'he']);

/** The names' invisible marks keep a right-to-left name in place inside a left-to-right list. */
const rightToLeftMark = '\u200f';

const names = {
  ar: `العربية${rightToLeftMark}`,
  ca: 'Català',
  da: 'Dansk',
  de: 'Deutsch',
  en: 'English (US)',
  es: 'Español',
  eu: 'Euskara',
  fa: `فارسی${rightToLeftMark}`,
  fi: 'Suomi',
  fr: 'Français',
  he: `עברית${rightToLeftMark}`,
  it: 'Italiano',
  ja: '日本語',
  ko: '한국어',
  lv: 'Latviešu',
  nb: 'Norsk (bokmål)',
  nl: 'Nederlands',
  pl: 'Polski',
  'pt-br': 'Português (Brasil)',
  ru: 'Русский',
  sr: 'Српски',
  sv: 'Svenska',
  tr: 'Türkçe',
  uk: 'Українська',
  vi: 'Tiếng Việt',
  'zh-hans': '中文(简体)',
  'zh-hant': '中文(香港)',
} as const;

/** The language of answers when nothing better is asked for. */
export const defaultLanguage = 'en';

/** The languages of the API, in the order of `GET /locales` (misc.md "Locales"). */
export const locales: readonly Locale[] = Object.entries(names).map(([code, name]) => ({ code, name, bidi: rightToLeft.has(code) }));

const codes: ReadonlySet<string> = new Set(Object.keys(names));

/** The usual names of languages that are known here by another code. */
const aliases: Readonly<Record<string, string>> = {
  no: 'nb',
  pt: 'pt-br',
  zh: 'zh-hans',
  'zh-cn': 'zh-hans',
  'zh-sg': 'zh-hans',
  'zh-tw': 'zh-hant',
  'zh-hk': 'zh-hant',
  'zh-mo': 'zh-hant',
};

const longestHeader = 1000;

/** The best of {@link locales} for an `Accept-Language` header (conventions.md §8); `en` when none fits. */
export function negotiateLanguage(header: string | undefined): string {
  if (!header) return defaultLanguage;
  const ranges = header.slice(0, longestHeader).toLowerCase().split(',').map(parseRange);
  const wanted = ranges.filter(({ quality }) => quality > 0).sort((one, other) => other.quality - one.quality);
  for (const { range } of wanted) {
    const code = range === '*' ? defaultLanguage : supported(range);
    if (code) return code;
  }
  return defaultLanguage;
}

function parseRange(text: string): { range: string; quality: number } {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim());
  const given = parameters.find((parameter) => parameter.startsWith('q='));
  const quality = given === undefined ? 1 : Number(given.slice(2));
  return { range, quality: Number.isFinite(quality) ? quality : 0 };
}

/** The longest beginning of the range that is a known language: `es-mx` → `es`. */
function supported(range: string): string | undefined {
  for (let subtags = range.split('-'); subtags.length > 0; subtags = subtags.slice(0, -1)) {
    const code = subtags.join('-');
    if (codes.has(code)) return code;
    if (Object.hasOwn(aliases, code)) return aliases[code];
  }
  return undefined;
}
