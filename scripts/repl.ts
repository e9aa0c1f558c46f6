import { runUntilSignal, StartError } from './main';
import { openRepl } from './repl-commands';
import { startNode } from './runtime';

runUntilSignal(async (config) => {
  if (!config.natsUrl)
    throw new StartError(
      'The REPL joins a cluster: set NATS_URL and the other settings of its processes. In one process: npm start -- --repl',
    );
  // It may be opened beside a service, which has the health port already.
  const server = { ...config.server, healthPort: 0 };
  const node = await startNode({ config: { ...config, server }, services: [] });
  openRepl(node.broker);
  return node;
});
