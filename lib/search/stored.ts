import { foldedWord } from './accents';
import { wordsOf } from './query';

/** Where a document keeps its words. */
export interface SearchFields {
  /**
   * Array of its different words, indexed: words are looked for by their beginning. Those with accents are in it a second
   * time, folded and marked, see {@link markedTerm}; those of titles too, see {@link titleTerm}.
   */
  terms: string;
  /** All its words in order, each between blanks, for phrases; behind them all folded ones between marks, if any differs. */
  words: string;
}

/** Occurs in no word, so that a search in which accents count never meets a folded one. */
const foldedMark = '~';

/** A folded word as it stands among the terms. */
export const markedTerm = (word: string) => foldedMark + word;

/** Begins no word either: what follows stands in a title. */
const titleMark = '^';

/** A folded word of a title as it stands among the terms. */
export const titleTerm = (word: string) => titleMark + word;

/** Words next to each other, as they are looked for in {@link SearchFields} `words`. */
export const phraseOf = (words: readonly string[]) => ` ${words.join(' ')} `;

/** The same of folded words. */
export const foldedPhraseOf = (words: readonly string[]) => foldedMark + words.join(foldedMark) + foldedMark;

/**
 * The words of texts as a document keeps them for searches, those that count accents and those that fold them.
 * @param titles those of the texts in which a word counts most, where searches rank
 */
export function storedWords(texts: readonly string[], titles: readonly string[] = []): { terms: string[]; words: string } {
  const words = texts.flatMap(wordsOf);
  const folded = words.map(foldedWord);
  const changed = folded.filter((word, index) => word !== words[index]);
  const ofTitles = titles.flatMap(wordsOf).map((word) => titleTerm(foldedWord(word)));
  return {
    terms: [...new Set([...words, ...changed.map(markedTerm), ...ofTitles])],
    words: phraseOf(words) + (changed.length > 0 ? foldedPhraseOf(folded) : ''),
  };
}
