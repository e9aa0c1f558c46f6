import { join } from 'node:path';
import type { Config } from '../lib/config';
import { startCluster, type Member } from './cluster';
import { checkPort, runUntilSignal, StartError, type Running } from './main';
import { serviceNames } from './runtime';

/** Every service as a process of its own, against the servers of the settings. */
export async function startOnServers(config: Config): Promise<Running> {
  const missing = [!config.natsUrl && 'NATS_URL', !config.mongoUrl && 'MONGO_URL', !config.s3 && 'S3_URL'].filter(Boolean);
  if (missing.length) throw new StartError(`A cluster needs ${missing.join(', ')}.`);
  if (!config.accounts.secretKey) throw new StartError('A cluster needs LARCH_SECRET_KEY, the same for all of its processes.');
  const { host, port, healthPort } = config.server;
  for (let replica = 0; replica < config.replicas; replica++) await checkPort(host, port + 10 * replica, 'PORT');
  const cluster = startCluster({
    program: join(__dirname, 'service.js'),
    services: serviceNames(),
    replicas: config.replicas,
    port,
    healthPort,
    environment: process.env,
    onLine: (line) => console.log(line),
  });
  cluster.members.forEach(reportEnd);
  return cluster;
}

function reportEnd({ services, process: child }: Member): void {
  child.on('exit', (code, signal) => {
    if (code) console.error(`${services} ended with code ${code}`);
    else if (signal && signal !== 'SIGTERM') console.error(`${services} was ended by ${signal}`);
  });
}

if (require.main === module) runUntilSignal(startOnServers);
