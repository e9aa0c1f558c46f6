const strict = new TextDecoder('utf-8', { fatal: true });

/**
 * Query parameters; of a repeated one the last counts (conventions.md §1). What isn't valid percent-encoding is kept
 * as it stands.
 * @param text without the leading `?`.
 */
export function parseQuery(text: string): Record<string, string> {
  return parsePairs(text, decodeTolerantly);
}

/**
 * Fields of an `application/x-www-form-urlencoded` body; of a repeated one the last counts.
 * @throws TypeError when the decoded bytes aren't UTF-8. @throws RangeError when there are more than `limit` fields.
 */
export function parseForm(text: string, limit: number): Record<string, string> {
  return parsePairs(text, decodeStrictly, limit);
}

function parsePairs(text: string, decode: (part: string) => string, limit = Infinity): Record<string, string> {
  const result: Record<string, string> = {};
  if (text === '') return result;
  const pairs = text.split('&');
  if (pairs.length > limit) throw new RangeError('too many fields');
  for (const pair of pairs) {
    if (pair === '') continue;
    const middle = pair.indexOf('=');
    const name = middle < 0 ? pair : pair.slice(0, middle);
    result[decodePart(name, decode)] = middle < 0 ? '' : decodePart(pair.slice(middle + 1), decode);
  }
  return result;
}

function decodePart(part: string, decode: (part: string) => string): string {
  const spaced = part.includes('+') ? part.replaceAll('+', ' ') : part;
  return spaced.includes('%') ? decode(spaced) : spaced;
}

function decodeTolerantly(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Byte by byte, so that sequences which aren't UTF-8 are found; `%` without two digits stays. */
function decodeStrictly(part: string): string {
  const bytes = Buffer.from(part, 'utf8').toString('latin1');
  const unescaped = bytes.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  try {
    return strict.decode(Buffer.from(unescaped, 'latin1'));
  } catch {
    throw new TypeError('not UTF-8');
  }
}
