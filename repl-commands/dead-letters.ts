import type { ServiceBroker } from 'moleculer';
import type { DeadLetter } from '../lib/contracts/change-stream';

interface Choice {
  options: { replay?: boolean };
  group?: string;
}

const line = ({ group, entry, reason, at }: DeadLetter) =>
  `${at} ${group}: ${entry.action} of ${entry.kind} ${entry.object} (${entry.id}): ${reason}`;

/** Changes that a group failed to handle too often: to look at, and to be handled again once the cause is gone. */
export default {
  command: 'dead-letters [group]',
  description: 'List the changes that groups gave up, or deliver those of one group again.',
  options: [{ option: '-r, --replay', description: 'deliver the dead letters of the group again' }],
  action: async (broker: ServiceBroker, { options, group }: Choice): Promise<void> => {
    if (options.replay) {
      if (group === undefined) console.log('Name the group whose dead letters are to be delivered again.');
      else console.log(`${await broker.call<number, { group: string }>('$changes.replay', { group })} changes are delivered again.`);
      return;
    }
    const letters = await broker.call<DeadLetter[], { group?: string }>('$changes.deadLetters', { group });
    for (const letter of letters) console.log(line(letter));
    console.log(`${letters.length} dead letters.`);
  },
};
