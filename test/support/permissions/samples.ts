import type { Resource } from '../../../lib/resource/define';
import type { Field } from '../../../lib/resource/fields';

let last = 0;

/** A body that creates something new of a resource, made of what its declaration demands. */
export function sampleBody(resource: Resource, project: { id: number; role: number }): Record<string, unknown> {
  const demanded = Object.entries(resource.fields).filter(([, field]) => field.required && !field.readOnly);
  const values = demanded.map(([name, field]) => [name, sampleValue(name, field, project)] as const);
  return { ...Object.fromEntries(values), project: project.id };
}

/** A body that changes what a creation demands: its last text, or what else there is beside the project. */
export function sampleEdit(resource: Resource, project: { id: number; role: number }): Record<string, unknown> {
  const { project: _project, username: _username, ...values } = sampleBody(resource, project);
  const entries = Object.entries(values);
  const [name, value] = entries.find(([, one]) => typeof one === 'string' && one.startsWith('sample')) ?? entries[0] ?? [];
  if (name === undefined) throw new Error(`${resource.path}: nothing to edit`);
  return { [name]: value };
}

function sampleValue(name: string, field: Field, project: { id: number; role: number }): unknown {
  if (field.link === 'projects') return project.id;
  if (field.link === 'roles') return project.role;
  if (field.type === 'date') return '2030-01-15';
  if (name === 'username') return `sample-${++last}@example.com`;
  return field.schema.format === 'uri' ? `http://example.com/${++last}` : `sample-${++last}`;
}
