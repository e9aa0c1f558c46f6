/** How a search reads accents: é and e are different letters to a list's `q`, the same to `/search`. */
export type Accents = 'count' | 'fold';

/** A word without its accents: é becomes e, й и. Letters of their own (ø, ß, が) stay, and so do accents without a letter. */
export function foldedWord(word: string): string {
  const letters = word
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
  return letters === '' ? word : letters;
}
