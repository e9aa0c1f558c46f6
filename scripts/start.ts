import type { Config } from '../lib/config';
import { checkPort, runUntilSignal } from './main';
import { openRepl } from './repl-commands';
import { startNode, type RunningNode } from './runtime';

/** Everything in one process. */
export async function startEmbedded(config: Config): Promise<RunningNode> {
  const { host, port, healthPort } = config.server;
  await checkPort(host, port, 'PORT');
  await checkPort(host, healthPort, 'HEALTH_PORT');
  const node = await startNode({ config, services: 'all' });
  if (port) console.log(`Larch is ready on http://${host}:${port}`);
  return node;
}

async function startWithRepl(config: Config): Promise<RunningNode> {
  const node = await startEmbedded(config);
  if (process.argv.includes('--repl')) openRepl(node.broker);
  return node;
}

if (require.main === module) runUntilSignal(startWithRepl);
