import { rawError } from '../../lib/errors';
import { FieldProblem, messages, readInteger } from '../../lib/resource/fields';

export interface ProjectOrder {
  project: number;
  order: number;
}

/** Reads `[{project_id, order}, …]`. @throws 400 with an object of errors for each entry that has some (projects.md §4) */
export function readOrders(body: unknown): ProjectOrder[] {
  if (!Array.isArray(body)) throw rawError(400, 'VALIDATION', [{ non_field_errors: ['Expected a list of items.'] }]);
  const errors: Record<string, unknown>[] = [];
  const orders = body.map((entry: unknown) => {
    const values = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>;
    const problems: Record<string, unknown> = {};
    const [project = 0, order = 0] = ['project_id', 'order'].map((name) => integerIn(values, name, problems));
    errors.push(problems);
    return { project, order };
  });
  const wrong = errors.filter((problems) => Object.keys(problems).length > 0);
  if (wrong.length > 0) throw rawError(400, 'VALIDATION', wrong);
  return orders;
}

function integerIn(values: Record<string, unknown>, name: string, problems: Record<string, unknown>): number {
  const value = values[name];
  try {
    if (value === undefined || value === null || value === '') throw new FieldProblem([messages.required]);
    return readInteger(value);
  } catch (error) {
    if (!(error instanceof FieldProblem)) throw error;
    problems[name] = error.messages;
    return 0;
  }
}

/**
 * The whole order after some projects got a place: the others at that place or after it move down. Projects that
 * aren't among the present ones are skipped.
 */
export function ordersAfter(present: readonly ProjectOrder[], wanted: readonly ProjectOrder[]): ProjectOrder[] {
  const orders = new Map(present.map(({ project, order }) => [project, order]));
  const own = wanted.filter(({ project }) => orders.has(project)).sort((left, right) => left.order - right.order);
  const moved = new Set(own.map(({ project }) => project));
  for (const { order: place } of own) {
    for (const [project, order] of orders) if (!moved.has(project) && order >= place) orders.set(project, order + 1);
  }
  for (const { project, order } of own) orders.set(project, order);
  return [...orders].map(([project, order]) => ({ project, order }));
}
