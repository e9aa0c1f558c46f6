import type { MarkdownEnvironment } from '../../../../../lib/text/markdown';

/** A project with one story (#7) and one member (ann). */
export function environment(changes: Partial<MarkdownEnvironment> = {}): MarkdownEnvironment {
  return {
    projectSlug: 'club',
    front: 'https://front.example',
    staticUrl: 'https://static.example',
    reference: (ref) => (ref === 7 ? { kind: 'us', subject: 'Tea & <i>' } : null),
    member: (username) => (username === 'ann' ? { fullName: 'Ann "A" Lee' } : null),
    ...changes,
  };
}
