import { allServices } from '../../support/all-services';
import { originOf, startInstallation, type Installation, type Person } from '../../support/installation';
import { Carrier, type Body } from '../../support/transfers/carrier';

export { comparable } from '../../support/transfers/comparison';
export type { Body } from '../../support/transfers/carrier';

/** An installation with all services whose imports and exports are waited for. */
export interface Transfers extends Pick<Carrier, 'add' | 'dump' | 'load' | 'attach'> {
  here: Installation;
  /** Acts as alice. */
  carrier: Carrier;
  alice: Person;
  bob: Person;
}

export async function startTransfers(environment: Record<string, string> = {}): Promise<Transfers> {
  const here = await startInstallation(
    allServices(),
    {},
    { LARCH_TASK_QUEUE: 'off', LARCH_THROTTLE_IMPORT_DUMP_MODE: 'none', ...environment },
  );
  const [alice, bob] = [await here.register('alice'), await here.register('bob')];
  const carrier = new Carrier(originOf(here), alice);
  return {
    ...{ here, carrier, alice, bob },
    add: (path, values) => carrier.add(path, values),
    dump: (project, format) => carrier.dump(project, format),
    load: (content, as, type): Promise<{ status: number; body: Body }> => carrier.load(content, as, type),
    attach: (path, values, file) => carrier.attach(path, values, file),
  };
}
