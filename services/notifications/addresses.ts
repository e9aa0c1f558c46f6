import type { ElementKind } from '../../lib/contracts/changes';

/** What names an element in titles, subjects and addresses. */
export interface Subject {
  kind: ElementKind;
  /** Null for wiki pages. */
  ref: number | null;
  /** Subject, slug of a page or name of a sprint. */
  title: string;
}

const words: Partial<Record<ElementKind, string>> = { userstory: 'us', task: 'task', issue: 'issue', epic: 'epic' };

export function subjectOf({ kind, document }: { kind: ElementKind; document: Record<string, unknown> }): Subject {
  const title = kind === 'wikipage' ? document.slug : (document.subject ?? document.name);
  return { kind, ref: typeof document.ref === 'number' ? document.ref : null, title: typeof title === 'string' ? title : '' };
}

/** Where the front end shows the element. */
export function frontAddress(site: string, projectSlug: string, { kind, ref, title }: Subject): string {
  const place = kind === 'wikipage' ? `wiki/${encodeURIComponent(title)}` : `${words[kind] ?? kind}/${String(ref)}`;
  return `${site}/project/${projectSlug}/${place}`;
}
