import type { ServiceBroker } from 'moleculer';

/** What is used of the NATS client that the broker's transporter holds. */
interface Client {
  flush(): Promise<void>;
  status(): AsyncIterable<{ type: string }>;
}

/** Resolves when the transporter's server has taken all that was sent; at once without a transporter. */
export async function flushTransporter(broker: ServiceBroker): Promise<void> {
  await clientOf(broker)?.flush();
}

/**
 * Whether the transporter's server answers. The broker itself takes a client that tries to come back for a connected one.
 * @param patience in milliseconds
 */
export async function transporterAnswers(broker: ServiceBroker, patience: number): Promise<boolean> {
  if (!broker.transit) return true;
  const client = clientOf(broker);
  if (!client) return false;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), patience);
  });
  const answered = client.flush().then(
    () => true,
    () => false,
  );
  return Promise.race([answered, late]).finally(() => clearTimeout(timer));
}

/** Calls back each time that the client has come back to a server: what was sent to it meanwhile is lost. */
export async function onReconnect(broker: ServiceBroker, callback: () => void): Promise<void> {
  const client = clientOf(broker);
  if (!client) return;
  try {
    for await (const { type } of client.status()) if (type === 'reconnect') callback();
  } catch {
    // The connection was closed for good: the process ends.
  }
}

function clientOf(broker: ServiceBroker): Client | null {
  const transporter = broker.transit?.tx as { client?: Client | null } | undefined;
  return transporter?.client ?? null;
}
