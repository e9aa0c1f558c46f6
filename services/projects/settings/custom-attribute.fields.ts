import { attributeTypes } from '../../../lib/dumps/attribute-types';
import { f } from '../../../lib/resource/fields';

export const customAttributeFields = {
  description: f.text({ keptByPut: true }),
  type: f.choice<string>(attributeTypes, { initial: 'text' }),
  extra: f.json({ keptByPut: true }),
};

/** New ones come last. */
export const customAttributeOrder = f.integer({ initial: () => Date.now() });
