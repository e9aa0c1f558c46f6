import { readFileSync } from 'node:fs';
import { describedApi, descriptionFile } from '../../../scripts/described-api';

interface Operation {
  operationId: string;
  parameters?: { name?: string; in?: string }[];
}

interface Described {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
}

const text = readFileSync(descriptionFile, 'utf8');
const api = JSON.parse(text) as Described;
const operations = Object.entries(api.paths).flatMap(([path, methods]) => Object.values(methods).map((operation) => ({ path, operation })));

describe('docs/openapi.json', () => {
  it('is what the declarations say: npm run openapi', () => {
    expect(describedApi()).toBe(text);
  });

  it('names every operation once', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids.length).toBeGreaterThan(500);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('describes each named part of a path', () => {
    const wrong = operations.filter(({ path, operation: { parameters = [] } }) => {
      const named = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
      return JSON.stringify(parameters.flatMap((one) => (one.in === 'path' ? one.name : []))) !== JSON.stringify(named);
    });
    expect(wrong).toEqual([]);
  });

  it('refers only to what it holds', () => {
    const references = [...text.matchAll(/"\$ref": "#\/components\/(\w+)\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(1000);
    expect(references.filter(([, kind = '', name = '']) => !(name in (api.components[kind] ?? {}))).map(([whole]) => whole)).toEqual([]);
  });
});
