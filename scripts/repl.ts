import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { BrokerOptions } from 'moleculer';
import { runUntilSignal, StartError } from './main';
import { startNode } from './runtime';

type Command = NonNullable<NonNullable<BrokerOptions['replOptions']>['customCommands']>[number];

const folder = join(__dirname, '..', 'repl-commands');
const load = createRequire(__filename);

runUntilSignal(async (config) => {
  if (!config.natsUrl) throw new StartError('The REPL joins a cluster: set NATS_URL and the other settings of its processes.');
  const node = await startNode({ config, services: [] });
  node.broker.options.replOptions = { customCommands: commands() };
  node.broker.repl();
  return node;
});

function commands(): Command[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => /\.[jt]s$/.test(file));
  return files.map((file) => (load(join(folder, file)) as { default: Command }).default);
}
