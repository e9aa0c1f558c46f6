import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { openApiDocument } from '../lib/openapi/document';
import type { DefinedService } from '../mixins/service';
import { serviceNames } from './runtime';

const load = createRequire(__filename);

/** Where the description of the API is kept, and shipped from. */
export const descriptionFile = join(process.cwd(), 'docs', 'openapi.json');

/** The description of the API as JSON, from the declarations of all services. */
export function describedApi(): string {
  const offered = serviceNames().flatMap((service) => {
    const { default: defined } = load(join(__dirname, '..', 'services', service, `${service}.service`)) as {
      default: Partial<DefinedService>;
    };
    return (defined.offered ?? []).map((one) => ({ ...one, name: `${service}.${one.name}` }));
  });
  const { version } = JSON.parse(readFileSync(join(process.cwd(), 'package.json'), 'utf8')) as { version: string };
  const document = openApiDocument(offered, version);
  return `${JSON.stringify(document, null, 1)}\n`;
}
