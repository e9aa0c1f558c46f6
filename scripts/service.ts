import { checkPort, runUntilSignal, StartError } from './main';
import { serviceNames, startNode } from './runtime';

const names = process.argv.slice(2).flatMap((argument) => argument.split(','));

runUntilSignal(async (config) => {
  const unknown = names.find((name) => !serviceNames().includes(name));
  if (names.length === 0 || unknown !== undefined)
    throw new StartError(`Usage: npm run service NAME, with one of ${serviceNames().join(', ')}`);
  const { host, port, healthPort } = config.server;
  if (names.includes('api')) await checkPort(host, port, 'PORT');
  await checkPort(host, healthPort, 'HEALTH_PORT');
  return startNode({ config, services: names });
});
