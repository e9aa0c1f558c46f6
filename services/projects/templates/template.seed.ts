import { storedUnlessDuplicate } from '../../../lib/store/duplicates';
import type { Store } from '../../../lib/contracts/store';
import { now } from '../../../lib/resource/values';
import builtIn from '../data/project-templates.json';
import { templatesOf, type ProjectTemplate } from './template.document';

/** Gives a new installation the two built-in templates. Several processes may do it at once: the ids are fixed. */
export async function seedTemplates(store: Store): Promise<void> {
  const templates = templatesOf(store);
  if ((await templates.count()) > 0) return;
  await store.raise('project_templates', builtIn.length);
  for (const [index, contents] of builtIn.entries()) {
    const at = now();
    const template: ProjectTemplate = { ...contents, id: index + 1, created_date: at, modified_date: at };
    await storedUnlessDuplicate(() => templates.insert(template));
  }
}
