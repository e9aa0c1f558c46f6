import { demandLength, f, FieldProblem, readText } from './fields';

/** Characters of a slug that is given or made. */
export const longestSlug = 250;

/**
 * A slug that may be given: ASCII letters, digits, `_` and `-`, 250 at most; an empty one stands for one made from the name
 * (milestones.md, projects.md §1). Another is refused with 400 by field.
 */
export const slugField = (options: { keptByPut?: boolean } = {}) =>
  f.custom<string>('text', { type: 'string', maxLength: longestSlug }, { initial: '', ...options }, (value) => {
    const slug = readText(value);
    if (!/^[-\w]*$/.test(slug)) throw new FieldProblem(["Enter a valid 'slug' consisting of letters, numbers, underscores or hyphens."]);
    demandLength(slug, { max: longestSlug });
    return slug;
  });
