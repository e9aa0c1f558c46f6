import { validationError } from '../../lib/errors';
import type { ElementReference } from '../../lib/contracts/element-cards';
import type { FieldErrors } from '../../lib/resource/define';
import { FieldProblem, messages, readInteger } from '../../lib/resource/fields';

export type ReferenceKind = ElementReference['kind'];

/** Kinds with refs, in the order in which a bare `ref` is tried. */
export const referenceKinds: readonly ReferenceKind[] = ['epic', 'us', 'task', 'issue'];

/** What the query of the resolver asks for. */
export interface ResolverQuery {
  project: string;
  /** Refs by kind. */
  refs: Partial<Record<ReferenceKind, number>>;
  milestone: string | null;
  wikipage: string | null;
  /** A ref of any kind, or the slug of a page. */
  ref: string | null;
}

/** Reads the query of the resolver (misc.md, Resolver). @throws 400 by field */
export function readResolverQuery(query: Record<string, string>): ResolverQuery {
  const errors: FieldErrors = {};
  const refs: ResolverQuery['refs'] = {};
  if (!query.project) errors.project = [messages.required];
  for (const kind of referenceKinds) {
    const ref = readRef(query[kind], kind, errors);
    if (ref !== null) refs[kind] = ref;
  }
  const alone = ([...referenceKinds, 'wikipage'] as const).find((name) => query.ref && query[name]);
  if (alone) errors.non_field_errors = [`'${alone}' param is incompatible with 'ref' in the same request`];
  if (Object.keys(errors).length > 0) throw validationError(errors);
  const { project = '', milestone, wikipage, ref } = query;
  return { project, refs, milestone: milestone || null, wikipage: wikipage || null, ref: ref || null };
}

function readRef(text: string | undefined, kind: ReferenceKind, errors: FieldErrors): number | null {
  if (!text) return null;
  try {
    return readInteger(text);
  } catch (error) {
    if (!(error instanceof FieldProblem)) throw error;
    errors[kind] = error.messages;
    return null;
  }
}
