import type { ConnectionOptions } from 'nats';

/**
 * What the NATS client needs to connect to the addresses of `NATS_URL` (separated by commas). Credentials are taken from
 * the first address that has some; a lone user name is a token. The client tries for ever to come back.
 */
export function natsOptions(addresses: string, name: string): ConnectionOptions {
  const urls = addresses.split(',').map((address) => new URL(address.trim()));
  const options: ConnectionOptions = {
    name,
    servers: urls.map(({ host }) => host),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    reconnectJitter: 250,
    pingInterval: 20_000,
    ...credentials(urls.find(({ username }) => username)),
  };
  return urls.some(({ protocol }) => protocol === 'tls:') ? { ...options, tls: {} } : options;
}

function credentials(url: URL | undefined): Pick<ConnectionOptions, 'user' | 'pass' | 'token'> {
  if (!url) return {};
  const user = decodeURIComponent(url.username);
  return url.password ? { user, pass: decodeURIComponent(url.password) } : { token: user };
}
