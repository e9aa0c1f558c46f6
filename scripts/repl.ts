import { runUntilSignal, StartError } from './main';
import { startNode } from './runtime';

runUntilSignal(async (config) => {
  if (!config.natsUrl) throw new StartError('The REPL joins a cluster: set NATS_URL and the other settings of its processes.');
  const node = await startNode({ config, services: [] });
  node.broker.repl();
  return node;
});
