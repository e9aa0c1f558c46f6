/** How large a batch may become that is handed over at once. */
export interface ChunkLimits {
  items: number;
  /** Of all items as JSON, in characters; an item above it goes alone. */
  characters: number;
}

/** Splits a list, in its order, into batches that are neither too many nor too large. */
export function chunksOf<Item>(items: readonly Item[], limits: ChunkLimits): Item[][] {
  if (items.length < 2) return items.length === 0 ? [] : [[...items]];
  const chunks: Item[][] = [];
  let room = 0;
  for (const item of items) {
    const size = JSON.stringify(item).length;
    const last = chunks.at(-1);
    if (last && last.length < limits.items && size <= room) last.push(item);
    else chunks.push([item]);
    room = (chunks.at(-1)?.length === 1 ? limits.characters : room) - size;
  }
  return chunks;
}

/** Splits a list, in its order, into batches of so many. */
export function* slicesOf<Item>(items: readonly Item[], count: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += count) yield items.slice(start, start + count);
}
