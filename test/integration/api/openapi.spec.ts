import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allServices } from '../../support/all-services';
import { originOf, startInstallation, type Installation } from '../../support/installation';

let here: Installation;

beforeAll(async () => {
  here = await startInstallation(allServices());
}, 60_000);
afterAll(() => here?.stop());

it('the description of the API is served to everybody, beside the API', async () => {
  const answer = await fetch(`${originOf(here)}/openapi.json`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
  expect(await answer.json()).toEqual(JSON.parse(readFileSync(join(process.cwd(), 'docs', 'openapi.json'), 'utf8')));
});

it('every route of the description is served, and every served one is in the description', async () => {
  const { paths } = JSON.parse(readFileSync(join(process.cwd(), 'docs', 'openapi.json'), 'utf8')) as { paths: Record<string, object> };
  const described = Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`));
  const actions = here.broker.registry.getActionList({ onlyLocal: true, withEndpoints: false });
  const routes = actions.flatMap(({ action, name }) =>
    name.startsWith('api.') ? [] : [(action as { rest?: unknown } | undefined)?.rest ?? []].flat(),
  ) as { method: string; path: string; root?: boolean }[];
  const served = routes
    .filter(({ root }) => root !== true)
    .map(({ method, path }) => `${method.toLowerCase()} ${path.replace(/[:*]([^/]+)/g, '{$1}')}`);
  expect(described.sort()).toEqual(served.sort());
});
