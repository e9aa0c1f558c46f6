import type { ProjectContext } from '../../../lib/contracts/project-context';
import { FieldProblem } from '../../../lib/resource/fields';
import { shownValue } from '../../../lib/resource/values';
import type { UserStory } from './userstory';

/** Reads `{role id: points id}`. @throws FieldProblem */
export function readPoints(value: unknown): Record<string, number> {
  if (value === null || value === '') return {};
  const object: unknown = typeof value === 'string' ? parsed(value) : value;
  if (typeof object !== 'object' || object === null || Array.isArray(object))
    throw new FieldProblem(['Invalid points: an object of role and points ids is expected.']);
  const points: Record<string, number> = {};
  for (const [role, id] of Object.entries(object)) points[role] = typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : (id as number);
  return points;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** The message for the first role or points that isn't the project's; null when all are (userstories.md, Requests). */
export function pointsProblem(points: Record<string, unknown>, context: ProjectContext): string | null {
  for (const [role, id] of Object.entries(points)) {
    if (!context.roles.some((one) => one.computable && String(one.id) === role)) return `Invalid role id '${role}'`;
    if (!context.settings.points.some((one) => one.id === id)) return `Invalid points id '${shownValue(id)}'`;
  }
  return null;
}

/** The points of a role that nobody has estimated: the first by order without value. */
export function unestimated(context: ProjectContext): number | null {
  return context.settings.points.find(({ value }) => (value ?? null) === null)?.id ?? null;
}

/** An entry for every computable role: the one sent, the former one, the project's default. */
export function completedPoints(
  sent: Record<string, number>,
  former: Record<string, number>,
  context: ProjectContext,
): Record<string, number> {
  const fallback = context.defaults.default_points ?? unestimated(context) ?? context.settings.points[0]?.id ?? null;
  const points: Record<string, number> = {};
  for (const { id } of context.roles.filter(({ computable }) => computable)) {
    const value = sent[String(id)] ?? former[String(id)] ?? fallback;
    if (value !== null) points[String(id)] = value;
  }
  return points;
}

/** Values of the estimations that have one, by role. */
export function pointsByRole({ points }: Pick<UserStory, 'points'>, context: ProjectContext): Record<string, number> {
  const values: Record<string, number> = {};
  for (const [role, id] of Object.entries(points)) {
    const value = context.settings.points.find((one) => one.id === id)?.value ?? null;
    if (value !== null) values[role] = value;
  }
  return values;
}

/** The sum of the values, null when none has a value; 0 is a value. */
export function totalPoints(story: Pick<UserStory, 'points'>, context: ProjectContext): number | null {
  const values = Object.values(pointsByRole(story, context));
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
}
