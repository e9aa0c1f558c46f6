import type { SettingKind } from '../../../lib/contracts/project-context';
import type { FieldErrors } from '../../../lib/resource/define';
import { contextOf, type Draft } from '../../../lib/resource/draft';
import { nextFreeSlug, slugOrNull } from '../../../lib/text/slug';
import type { Setting } from './setting';

/** A setting stays in its project. */
export function demandSameProject({ before, after }: Pick<Draft<Setting>, 'before' | 'after'>, errors: FieldErrors): void {
  if (before && after.project !== before.project && !('project' in errors))
    errors.project = ['The project of a setting cannot be changed.'];
}

/** Names are unique in the project, compared exactly (project-settings.md §2). */
export function refuseTakenName(
  { context, after }: Pick<Draft<Setting>, 'context' | 'after'>,
  kind: SettingKind,
  errors: FieldErrors,
  refusal: FieldErrors,
): void {
  if ('name' in errors || !context) return;
  if (context.settings[kind].some(({ id, name }) => name === after.name && id !== after.id)) Object.assign(errors, refusal);
}

/** The slug follows the name at every save, unique within project and kind. */
export function freeSlug(draft: Draft<Setting>, kind: SettingKind): void {
  const taken = new Set(
    contextOf(draft).settings[kind].flatMap(({ id, slug }) => (slug !== undefined && id !== draft.after.id ? [slug] : [])),
  );
  draft.after.slug = nextFreeSlug(slugOrNull(draft.after.name), taken);
}
