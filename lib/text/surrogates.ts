const firstStandIn = 0xe000;
const lastStandIn = 0xf8ff;
const pairs = /[\u{10000}-\u{10ffff}]/gu;

/**
 * Texts in which every character is one code unit, and the way back: so that a comparison by code units never cuts one in two.
 * Stand-ins are private characters that neither text holds; when a text has more kinds of pairs than there are of those, the
 * rest stay as they are.
 */
export function replaceSurrogates(texts: readonly string[]): { texts: string[]; restore(text: string): string } {
  const standIns = new Map<string, string>();
  const originals = new Map<string, string>();
  const used = new Set(texts.flatMap((text) => text.match(/[\ue000-\uf8ff]/g) ?? []));
  let next = firstStandIn;
  for (const pair of new Set(texts.flatMap((text) => text.match(pairs) ?? []))) {
    while (used.has(String.fromCharCode(next))) next++;
    if (next > lastStandIn) break;
    const standIn = String.fromCharCode(next++);
    standIns.set(pair, standIn);
    originals.set(standIn, pair);
  }
  return {
    texts: texts.map((text) => text.replace(pairs, (pair) => standIns.get(pair) ?? pair)),
    restore: (text) => text.replace(/[\ue000-\uf8ff]/g, (standIn) => originals.get(standIn) ?? standIn),
  };
}
