// Stores documents until it is killed and reports each id once its write was acknowledged.
const process = require('node:process');
const { transformFileSync } = require('@swc/core');

require.extensions['.ts'] = (module, path) => module._compile(transformFileSync(path).code, path);
const { openStore } = require('../../lib/store/index.ts');

async function write() {
  const store = await openStore({ sqlitePath: process.argv[2] });
  await store.declare({ name: 'things', indexes: [{ fields: ['tags'], multi: true }] });
  for (;;) {
    const id = await store.take('things');
    await store.collection('things').insert({ id, tags: ['new'] });
    await store.collection('things').updateOne({ id }, { push: { tags: ['kept'] } });
    await new Promise((resolve) => process.send(id, resolve));
  }
}

void write();
