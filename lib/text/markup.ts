/**
 * Whether a plain name holds markup or a web address, and must be refused (auth.md §4). Ampersands, quotes and a `<` that opens
 * no tag are plain characters.
 */
export function holdsMarkup(text: string): boolean {
  return /<[a-z!/?]/i.test(text) || /https?:/i.test(text);
}
