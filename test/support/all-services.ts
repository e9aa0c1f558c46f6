import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ServiceSchema } from 'moleculer';
import type { NodeTools } from '../../lib/contracts/node';
import type { Resource } from '../../lib/resource/define';

type ServiceFactory = (node: NodeTools) => ServiceSchema;

const folder = join(__dirname, '..', '..', 'services');
const load = createRequire(__filename);

/** Every service folder, save those that a test leaves out; the gateway belongs to every installation. */
export function allServices(without: readonly string[] = ['api', 'events']): ServiceFactory[] {
  const files = readdirSync(folder).map((name) => ({ name, file: join(folder, name, `${name}.service.ts`) }));
  const wanted = files.filter(({ name, file }) => !without.includes(name) && existsSync(file));
  return wanted.map(({ file }) => (load(file) as { default: ServiceFactory }).default);
}

/** Every resource that a `.resource` file or an index of resources exports, alone or in a list, by path. */
export function allResources(): Resource[] {
  const files = readdirSync(folder, { recursive: true }).map(String);
  const exporting = files.filter((file) => /(\.resource|^projects\/settings\/index)\.ts$/.test(file));
  const modules = exporting.map((file) => load(join(folder, file)) as Record<string, unknown>);
  const found = modules
    .flatMap((module) => Object.values(module))
    .flat()
    .filter(isResource);
  const byPath = new Map(found.map((resource) => [resource.path, resource]));
  return [...byPath.values()].sort((left, right) => (left.path < right.path ? -1 : 1));
}

function isResource(value: unknown): value is Resource {
  return typeof value === 'object' && value !== null && 'declared' in value && value.declared === true;
}
