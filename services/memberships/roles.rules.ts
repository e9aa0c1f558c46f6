import { FieldProblem } from '../../lib/resource/fields';
import { memberPermissions } from '../../lib/resource/permissions';
import { shownValue } from '../../lib/resource/values';

const refusal = (index: number, value: unknown) =>
  `Item ${index + 1} in the array did not validate: Value '${shownValue(value)}' is not a valid choice.`;

/** Reads a role's permissions: a list of those that members may have, or null (memberships.md §8). @throws FieldProblem */
export function readPermissions(value: unknown): string[] | null {
  if (value === null) return null;
  if (!Array.isArray(value)) throw new FieldProblem(['Enter a list of values.']);
  const wrong = value.findIndex((item) => !memberPermissions.includes(item as string));
  if (wrong >= 0) throw new FieldProblem([refusal(wrong, value[wrong])]);
  return [...new Set(value as string[])];
}
