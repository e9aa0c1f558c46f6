/** A search as a person wrote it (misc.md "Search syntax"). */
export type SearchQuery =
  | { kind: 'word'; word: string }
  | { kind: 'phrase'; words: string[] }
  | { kind: 'and' | 'or'; parts: SearchQuery[] }
  | { kind: 'not'; part: SearchQuery };

type Token = { kind: 'word'; word: string } | { kind: 'phrase'; words: string[] } | { kind: 'and' | 'or' | 'not' | 'open' | 'close' };

const longestQuery = 1000;
/** Words, phrases and signs of one search: each costs the store a look-up. */
const mostTokens = 32;
const operators: ReadonlyMap<string, 'and' | 'or' | 'not'> = new Map(
  (['and', 'or', 'not'] as const).flatMap((name) => [
    [name, name],
    [name.toUpperCase(), name],
  ]),
);

/** Lower-case words of a text: runs of letters, with their accents, and digits. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  );
}

/** Reads a search; what makes no sense in it, or is too much, is left out. Null when nothing is asked for. */
export function parseSearch(text: string): SearchQuery | null {
  return new Parser(tokensOf(text.slice(0, longestQuery)).slice(0, mostTokens)).parse();
}

/** Whether the words of a text, see {@link wordsOf}, fulfil a search. */
export function matchesSearch(query: SearchQuery | null, words: readonly string[]): boolean {
  if (query === null) return true;
  switch (query.kind) {
    case 'word':
      return words.some((word) => word.startsWith(query.word));
    case 'phrase':
      return words.some((_, start) => query.words.every((word, index) => words[start + index] === word));
    case 'and':
      return query.parts.every((part) => matchesSearch(part, words));
    case 'or':
      return query.parts.some((part) => matchesSearch(part, words));
    case 'not':
      return !matchesSearch(query.part, words);
  }
}

function tokensOf(text: string): Token[] {
  const pieces = text.replace(/['\\]/g, '').matchAll(/"([^"]*)"|[()]|[^\s()"]+/g);
  return Array.from(pieces).flatMap(([piece, phrase]): Token[] => {
    if (phrase !== undefined) {
      const words = wordsOf(phrase);
      return words.length > 0 ? [{ kind: 'phrase', words }] : [];
    }
    if (piece === '(' || piece === ')') return [{ kind: piece === '(' ? 'open' : 'close' }];
    const operator = operators.get(piece);
    return operator ? [{ kind: operator }] : wordsOf(piece).map((word) => ({ kind: 'word', word }));
  });
}

/** `or` binds least, then `and`, which may be left out, then `not`. */
class Parser {
  #position = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  parse(): SearchQuery | null {
    const parts: (SearchQuery | null)[] = [];
    while (this.#position < this.tokens.length) {
      parts.push(this.#alternatives());
      // A closing parenthesis too many.
      this.#take('close');
    }
    return joined('and', parts);
  }

  #alternatives(): SearchQuery | null {
    const parts = [this.#sequence()];
    while (this.#take('or')) parts.push(this.#sequence());
    return joined('or', parts);
  }

  #sequence(): SearchQuery | null {
    const parts: (SearchQuery | null)[] = [];
    for (let kind = this.#kind(); kind !== null && kind !== 'or' && kind !== 'close'; kind = this.#kind()) {
      if (!this.#take('and')) parts.push(this.#part());
    }
    return joined('and', parts);
  }

  #part(): SearchQuery | null {
    const token = this.tokens[this.#position++];
    if (token?.kind === 'word' || token?.kind === 'phrase') return token;
    if (token?.kind === 'open') {
      const inner = this.#alternatives();
      this.#take('close');
      return inner;
    }
    if (token?.kind !== 'not') return null;
    const next = this.#kind();
    const part = next === null || next === 'or' || next === 'and' || next === 'close' ? null : this.#part();
    return part && { kind: 'not', part };
  }

  #kind(): Token['kind'] | null {
    return this.tokens[this.#position]?.kind ?? null;
  }

  #take(kind: Token['kind']): boolean {
    if (this.#kind() !== kind) return false;
    this.#position++;
    return true;
  }
}

function joined(kind: 'and' | 'or', parts: readonly (SearchQuery | null)[]): SearchQuery | null {
  const present = parts.filter((part) => part !== null);
  return present.length > 1 ? { kind, parts: present } : (present[0] ?? null);
}
