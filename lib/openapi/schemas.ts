import type { Resource } from '../resource/define';
import type { Document } from '../resource/document';
import type { Field } from '../resource/fields';

/** A JSON schema, or any other object of the description. */
export type Json = Record<string, unknown>;

/** Whether it is the whole element that is sent, or a part of it. */
export type Form = 'whole' | 'part';

/** Name of a schema: `userstories`, `userstories.part`. */
export const schemaName = ({ path }: Pick<Resource, 'path'>, form: Form): string =>
  path.replaceAll('/', '.') + (form === 'part' ? '.part' : '');

export const reference = (kind: 'schemas' | 'responses' | 'parameters', name: string): Json => ({ $ref: `#/components/${kind}/${name}` });

/** What may be sent of a resource in POST and PUT (`whole`) or PATCH (`part`), from its declaration. */
export function bodySchema<D extends Document>(resource: Resource<D>, form: Form): Json {
  const fields = Object.entries(resource.fields).filter(([, field]) => !field.readOnly && (form === 'whole' || !field.fixed));
  const required = form === 'part' ? [] : fields.filter(([, field]) => field.required).map(([name]) => name);
  return {
    type: 'object',
    title: form === 'whole' ? resource.title : `${resource.title}, in part`,
    properties: { ...Object.fromEntries(fields.map(([name, field]) => [name, fieldSchema(field)])), ...besideFields(resource) },
    ...(required.length > 0 && { required }),
  };
}

/** Of a schema the parts that are set. */
function fieldSchema({ schema, link, type }: Field): Json {
  const known = Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
  if (link !== undefined) return { ...known, description: `Of ${link}.` };
  return type === 'markdown' ? { ...known, description: 'Markdown.' } : known;
}

function besideFields<D extends Document>({ versioned, history }: Resource<D>): Json {
  return {
    ...(versioned && { version: { type: 'integer', description: 'The version that a change goes out from; needed for changes.' } }),
    ...(history && { comment: { type: 'string', description: 'Said of the change, in the history.' } }),
  };
}

/** What is answered of a resource; its further keys are those of the API. */
export const shownSchema = (resource: Resource | null): Json => ({
  type: 'object',
  ...(resource && { title: resource.title, properties: { id: { type: 'integer' } } }),
});
