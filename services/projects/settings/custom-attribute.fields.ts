import { f } from '../../../lib/resource/fields';

/** Types of custom attributes; the values themselves aren't checked against them (project-settings.md §7). */
export const attributeTypes = ['text', 'multiline', 'richtext', 'date', 'url', 'dropdown', 'checkbox', 'number'] as const;

export const customAttributeFields = {
  description: f.text({ keptByPut: true }),
  type: f.choice<string>(attributeTypes, { initial: 'text' }),
  extra: f.json({ keptByPut: true }),
};

/** New ones come last. */
export const customAttributeOrder = f.integer({ initial: () => Date.now() });
