import { transliterate } from 'transliteration';

const longestFileSlug = 100;

/**
 * The slug of a text (conventions.md §11): ASCII letters, digits, `_` and single `-`. May be empty: see {@link slugOrNull} for
 * the form that names of things take.
 */
export function slugify(text: string): string {
  return transliterate(text.normalize('NFC'))
    .toLowerCase()
    .replace(/[^a-z0-9_\s-]/g, '')
    .replace(/[\s-]+/g, '-')
    .replace(/^[-_]+/, '')
    .replace(/(?<![-_])[-_]+$/, '');
}

/** As {@link slugify}, but the text `null` when nothing is left (conventions.md §11). */
export function slugOrNull(text: string): string {
  return slugify(text) || 'null';
}

/** The first of `base`, `base-1`, `base-2`, … that isn't taken (conventions.md §11). */
export async function uniqueSlug(base: string, isTaken: (slug: string) => boolean | Promise<boolean>): Promise<string> {
  let slug = base;
  for (let suffix = 1; await isTaken(slug); suffix++) slug = `${base}-${suffix}`;
  return slug;
}

/** As {@link uniqueSlug} for a known set of taken slugs. */
export function nextFreeSlug(base: string, taken: ReadonlySet<string>): string {
  let slug = base;
  for (let suffix = 1; taken.has(slug); suffix++) slug = `${base}-${suffix}`;
  return slug;
}

/** The stored name of an uploaded file: the slug of its name, at most 100 characters, and its lower-cased extension. */
export function fileSlug(filename: string): string {
  const name = filename.split(/[\\/]/).pop() ?? '';
  const [, stem = name, extension = ''] = /^(.+)\.([^.]*)$/.exec(name) ?? [];
  const suffix = slugify(extension);
  const slug = slugify(stem).slice(0, longestFileSlug) || 'file';
  return suffix ? `${slug}.${suffix}` : slug;
}
