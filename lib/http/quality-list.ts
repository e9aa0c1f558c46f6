/** One item of a header such as `Accept` or `Accept-Language`. */
export interface QualityItem {
  /** Lower-cased, without parameters. */
  value: string;
  /** From 0 (refused) to 1. */
  quality: number;
}

/** Reads `a, b;q=0.5`: in the order of the header; an unreadable quality counts as 0. */
export function parseQualityList(header: string): QualityItem[] {
  return header
    .split(',')
    .map(parseItem)
    .filter(({ value }) => value !== '');
}

function parseItem(text: string): QualityItem {
  const [value = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => /^q\s*=/.test(parameter));
  return { value, quality: quality === undefined ? 1 : parseQuality(quality.slice(quality.indexOf('=') + 1).trim()) };
}

function parseQuality(text: string): number {
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(text) ? Number(text) : 0;
}
