/** The kinds of elements that `#N` may stand for. */
export type ReferenceKind = 'epic' | 'us' | 'task' | 'issue';

/** Where a text is shown, and what it may link to. All look-ups are synchronous: load what the text names beforehand. */
export interface MarkdownEnvironment {
  /** Null outside of a project: references and wiki links stay text. */
  projectSlug: string | null;
  /** The front end's address, without a slash at the end. */
  front: string;
  /** The address of static files, without a slash at the end. */
  staticUrl: string;
  /** The element of the project with this reference; null leaves `#N` as text. */
  reference(ref: number): { kind: ReferenceKind; subject: string } | null;
  /** The member of the project with this username; null leaves `@name` as text. */
  member(username: string): { fullName: string } | null;
  /** The present address of an attachment; null leaves the address as it stands in the source. */
  attachmentUrl?(kind: string, id: number): string | null;
}

const environments = new WeakMap<object, MarkdownEnvironment>();

/** A parser's `env` that carries the environment through its rules. */
export function parserEnvironment(environment: MarkdownEnvironment): Record<string, unknown> {
  const env = {};
  environments.set(env, environment);
  return env;
}

/** The environment of a rule's `env`. @throws Error when the parser wasn't called with {@link parserEnvironment}. */
export function environmentOf(env: object): MarkdownEnvironment {
  const environment = environments.get(env);
  if (!environment) throw new Error('The text is rendered without its environment');
  return environment;
}
