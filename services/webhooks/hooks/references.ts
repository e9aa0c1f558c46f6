/** What a commit's message asks for (hooks.md, Push). */
export interface CommitReferences {
  /** `tg-12 #done`, in order. */
  statuses: { ref: number; slug: string }[];
  /** Refs that are only mentioned, each once. */
  mentions: number[];
}

/** Reads the references of a commit's message. */
export function referencesOf(message: string): CommitReferences {
  const text = message.toLowerCase();
  const statuses = [...text.matchAll(/\btg-(\d{1,12})[^\S\n]+#([a-z0-9_-]+)/g)].map(([, ref, slug = '']) => ({ ref: Number(ref), slug }));
  const moved = new Set(statuses.map(({ ref }) => ref));
  const all = [...text.matchAll(/\btg-(\d{1,12})/g)].map(([, ref]) => Number(ref));
  return { statuses, mentions: [...new Set(all)].filter((ref) => !moved.has(ref)) };
}
