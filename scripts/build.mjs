// Compiles the TypeScript sources into dist/ and puts the data files that they read beside them. Only what is
// newer than its output is done, so that a start without changes costs nothing.
import { copyFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const sources = [
  'lib',
  'mixins',
  'services',
  'scripts',
  'bench',
  'repl-commands',
  'locales',
  'templates',
  'moleculer.config.ts',
  'docs/openapi.json',
  'test/support/larch.ts',
  'test/support/servers.ts',
  'test/clients',
];
const swcOptions = { cwd: root, configFile: join(root, '.swcrc') };

const files = (await Promise.all(sources.map(list))).flat().filter((file) => !/\.(d\.ts|mjs|py|md)$/.test(file));
// A change of the compiler's settings makes all outputs stale.
const newestSetting = Math.max(...(await Promise.all(['.swcrc', 'scripts/build.mjs'].map(changedAt))));
await Promise.all(files.map(build));
await removeStale(new Set(files.flatMap(outputs)));

async function list(path) {
  const info = await stat(join(root, path)).catch(() => null);
  if (!info) return [];
  if (info.isFile()) return [path];
  const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1));
}

function outputs(file) {
  if (!file.endsWith('.ts')) return [join('dist', file)];
  const script = join('dist', file.replace(/\.ts$/, '.js'));
  return [script, `${script}.map`];
}

async function changedAt(path) {
  return (await stat(join(root, path)).catch(() => ({ mtimeMs: 0 }))).mtimeMs;
}

async function build(file) {
  const [output] = outputs(file);
  const [source, built] = await Promise.all([changedAt(file), changedAt(output)]);
  if (built > Math.max(source, newestSetting)) return;
  await mkdir(dirname(join(root, output)), { recursive: true });
  if (file.endsWith('.ts')) await compile(file, output);
  else await copyFile(join(root, file), join(root, output));
}

async function compile(file, output) {
  const { code, map } = await transformFile(join(root, file), { ...swcOptions, sourceMaps: true });
  const name = output.split('/').pop();
  await writeFile(join(root, `${output}.map`), map);
  await writeFile(join(root, output), `${code}\n//# sourceMappingURL=${name}.map\n`);
}

async function removeStale(wanted) {
  const built = await list('dist');
  await Promise.all(built.filter((file) => !wanted.has(file)).map((file) => rm(join(root, file))));
}
