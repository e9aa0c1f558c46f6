import { validationError } from '../../errors';
import type { ProjectContext } from '../../contracts/project-context';
import { demand, demandWritable, type AccessRule } from '../access';
import type { FieldErrors } from '../define';
import { FieldProblem, messages, readInteger, readText } from '../fields';
import type { RestRequest } from '../request';

/** An element and its place, as the older bulk bodies have them. */
export interface PlacedId {
  id: number;
  order: number;
}

/** Elements of one bulk request: more would hold up everybody else for longer than a request may take. */
const mostElements = 10_000;

/** Reads the body of a bulk request; problems are collected by field until {@link permitted}. */
export class BulkBody {
  readonly errors: FieldErrors = {};
  /** Of `project_id`; null until {@link project} found it. */
  context: ProjectContext | null = null;

  constructor(readonly request: RestRequest) {}

  private get body(): Record<string, unknown> {
    return this.request.body;
  }

  has(name: string): boolean {
    const value = this.body[name];
    return value !== undefined && value !== null && value !== '';
  }

  /** Reads `project_id` and finds its context. */
  async project(): Promise<ProjectContext | null> {
    const id = this.integer('project_id', true);
    this.context = await this.request.context(id);
    if (id !== null && !this.context) this.errors.project_id = ["There's no project with that id"];
    return this.context;
  }

  /** An integer, or null when it isn't sent. */
  integer(name: string, required = false): number | null {
    if (!this.has(name)) {
      if (required) this.errors[name] = [messages.required];
      return null;
    }
    return this.reading(name, () => readInteger(this.body[name]));
  }

  /** A required text, of which each line stands for an element. */
  text(name: string): string {
    const text = this.reading(name, () => readText(this.body[name]));
    if (text) return this.limited(name, text, text.split('\n').length) ?? '';
    this.problem(name, messages.required);
    return '';
  }

  private limited<Value>(name: string, value: Value, count: number): Value | null {
    if (count <= mostElements) return value;
    this.errors[name] = [`At most ${mostElements} elements are accepted.`];
    return null;
  }

  /** A required list of ids, each once. */
  ids(name: string): number[] {
    const list = this.list(name);
    return [...new Set(this.reading(name, () => list.map(readInteger)) ?? [])];
  }

  /** A required list of `{<idKey>, order}`; of an element that occurs twice the last place counts. */
  places(name: string, idKey: string, orderKey: string | null = 'order'): PlacedId[] {
    const keys = orderKey === null ? [idKey] : [idKey, orderKey];
    const list = this.list(name);
    const problems = list.map((item) => problemsOf(item, keys));
    if (problems.some((problem) => Object.keys(problem).length > 0)) this.errors[name] = problems;
    if (name in this.errors) return [];
    const places = (list as Record<string, unknown>[]).map((item) => ({
      id: readInteger(item[idKey]),
      order: orderKey === null ? 0 : readInteger(item[orderKey]),
    }));
    return [...new Map(places.map((place) => [place.id, place])).values()];
  }

  private list(name: string): unknown[] {
    const value = this.body[name];
    if (Array.isArray(value)) return this.limited(name, value as unknown[], value.length) ?? [];
    this.errors[name] = [this.has(name) ? 'Enter a list of values.' : messages.required];
    return [];
  }

  private reading<Value>(name: string, read: () => Value): Value | null {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof FieldProblem)) throw error;
      this.errors[name] = error.messages;
      return null;
    }
  }

  /** Adds a problem when the field has none yet. */
  problem(name: string, message: string): void {
    this.errors[name] ??= [message];
  }

  /**
   * Ends the validation: the context of the project, in which the request may change things.
   * @throws 400 by field, 401, 403, 451
   */
  permitted(...rules: readonly AccessRule[]): ProjectContext {
    const { request, context, errors } = this;
    if (Object.keys(errors).length > 0 || !context) throw validationError(errors);
    for (const rule of rules) demand(rule, { user: request.user, context, document: null, body: request.body });
    demandWritable(context);
    return context;
  }
}

function problemsOf(item: unknown, keys: readonly string[]): FieldErrors {
  if (typeof item !== 'object' || item === null) return { non_field_errors: ['Invalid data'] };
  const problems: FieldErrors = {};
  for (const key of keys) {
    const value = (item as Record<string, unknown>)[key];
    if (value === undefined || value === null || value === '') problems[key] = [messages.required];
    else if (!isInteger(value)) problems[key] = [messages.whole];
  }
  return problems;
}

function isInteger(value: unknown): boolean {
  try {
    readInteger(value);
    return true;
  } catch {
    return false;
  }
}
