import type { BrokerOptions, LogLevels } from 'moleculer';
import type { Config } from './lib/config';
import { natsOptions } from './lib/nats-options';
import { messagePieces } from './mixins/message-pieces';
import { pacedStreams } from './mixins/paced-streams';

/** Modules of the broker whose `info` lines tell an operator nothing that the services don't. */
const chatty = ['BROKER', 'REGISTRY', 'TRANSIT', 'TRANSPORTER', 'TRANSMIT', 'METRICS'];

/**
 * The options of the broker of one process.
 * @param nodeId unique among the processes of the cluster, and readable in logs
 */
export function brokerOptions(config: Config, nodeId: string): BrokerOptions {
  return {
    namespace: 'larch',
    nodeID: nodeId,
    logger: config.natsUrl ? jsonLogger : lineLogger,
    logLevel: logLevels(config.logLevel),
    requestTimeout: config.server.requestTimeout * 1000,
    // Errors that the API defines are answers; only failures of the service itself count against it.
    circuitBreaker: { enabled: config.natsUrl !== null, minRequestCount: 20, halfOpenTime: 5000, check: isFailure },
    tracking: { enabled: true, shutdownTimeout: 10_000 },
    // Signals are handled by the scripts, which drain and close the store as well.
    skipProcessEventRegistration: true,
    ...(config.natsUrl ? clusterOptions(config.natsUrl, nodeId) : { transporter: null, registry: { stopDelay: 0 } }),
  };
}

function clusterOptions(natsUrl: string, nodeId: string): BrokerOptions {
  return {
    transporter: { type: 'NATS', options: natsOptions(natsUrl, nodeId) },
    serializer: 'Notepack',
    middlewares: [pacedStreams(), messagePieces()],
    // A process that died is missed after eight seconds.
    heartbeatInterval: 3,
    heartbeatTimeout: 8,
    registry: { preferLocal: true, stopDelay: 500 },
  };
}

const lineLogger: BrokerOptions['logger'] = { type: 'Console', options: { formatter: 'short', colors: process.stdout.isTTY === true } };
const jsonLogger: BrokerOptions['logger'] = { type: 'Pino', options: {} };

function logLevels(level: Config['logLevel']): BrokerOptions['logLevel'] {
  // The broker knows no such level; a logger that is never reached is as good.
  if (level === 'silent') return 'fatal';
  const quiet: LogLevels = level === 'info' ? 'warn' : level;
  return { ...Object.fromEntries(chatty.map((name) => [name, quiet])), '**': level };
}

function isFailure(error: Error): boolean {
  return !('code' in error) || typeof error.code !== 'number' || error.code >= 500;
}
