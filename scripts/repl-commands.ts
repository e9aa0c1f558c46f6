import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { BrokerOptions, ServiceBroker } from 'moleculer';

type Command = NonNullable<NonNullable<BrokerOptions['replOptions']>['customCommands']>[number];

const folder = join(__dirname, '..', 'repl-commands');
const load = createRequire(__filename);

/** Opens the Moleculer REPL with the commands of `repl-commands/`. */
export function openRepl(broker: ServiceBroker): void {
  broker.options.replOptions = { customCommands: commands() };
  broker.repl();
}

function commands(): Command[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => /\.[jt]s$/.test(file));
  return files.map((file) => (load(join(folder, file)) as { default: Command }).default);
}
