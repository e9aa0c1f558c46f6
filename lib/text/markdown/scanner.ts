/** A `#N` or `@name` found in plain text. */
export type Target = { start: number; end: number } & ({ ref: number } | { username: string });

const pattern = /(?<![\p{L}\p{N}[-])#([1-9]\d{0,9})(?![\p{L}\p{N}_])|(?<![\p{L}\p{N}_.@-])@([\p{L}\p{N}_.-]{1,255})/gu;

/** The references and mentions of a plain text, in order. A name may end in points and dashes of the sentence around it. */
export function* scanTargets(text: string): Generator<Target> {
  for (const { 0: whole, 1: ref, 2: username, index } of text.matchAll(pattern)) {
    const range = { start: index, end: index + whole.length };
    if (ref !== undefined) yield { ...range, ref: Number(ref) };
    else if (username !== undefined) yield { ...range, username };
  }
}

/** The names that `@name` may stand for, longest first: `ann.-` may be `ann.-`, `ann.` or `ann`. */
export function possibleUsernames(text: string): string[] {
  const names = [text];
  for (let name = text; /[.-]$/.test(name) && name.length > 1 && names.length < 4; names.push(name)) name = name.slice(0, -1);
  return names;
}
