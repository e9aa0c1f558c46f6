/** Longest key that is looked at; those of messages are far shorter. */
const longest = 200;

/** Whether a subscription's key has places for any words. */
export const isPattern = (key: string) => key.split('.').some((word) => word === '*' || word === '#');

/** Whether a message with this key is meant: `*` stands for one word, `#` for any number (events.md, Keys). */
export function matchesTopic(pattern: string, key: string): boolean {
  return matchesWords(pattern.split('.'), key.split('.'));
}

/** Goes through the words once for each `#` at most, so that no pattern takes long. */
function matchesWords(pattern: readonly string[], words: readonly string[]): boolean {
  let [at, word] = [0, 0];
  let retry: { at: number; word: number } | null = null;
  while (word < words.length) {
    if (pattern[at] === '#') {
      retry = { at: at + 1, word };
      at++;
    } else if (at < pattern.length && (pattern[at] === '*' || pattern[at] === words[word])) {
      at++;
      word++;
    } else if (retry) {
      retry.word++;
      ({ at, word } = retry);
    } else return false;
  }
  return pattern.slice(at).every((rest) => rest === '#');
}

/**
 * The key that a subscription stands for, null for one that can't match anything.
 * @param user who subscribes: live notifications are always one's own
 */
export function subscriptionKey(key: unknown, user: number): string | null {
  if (typeof key !== 'string' || key === '' || key.length > longest) return null;
  return key.split('.')[0] === 'live_notifications' ? `live_notifications.${user}` : key;
}
