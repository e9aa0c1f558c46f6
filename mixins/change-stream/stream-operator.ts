import type { Context, ServiceSchema } from 'moleculer';
import type { ChangeStream } from '../../lib/contracts/change-stream';

/** What an operator asks of the stream of changes; every process answers for the whole installation. */
export function streamOperator(stream: ChangeStream): ServiceSchema {
  return {
    name: '$changes',
    actions: {
      deadLetters: {
        params: { group: { type: 'string', optional: true, pattern: groupName } },
        handler: ({ params: { group } }: Context<{ group?: string }>) => stream.deadLetters(group),
      },
      replay: {
        params: { group: { type: 'string', pattern: groupName } },
        handler: ({ params: { group } }: Context<{ group: string }>) => stream.replay(group),
      },
    },
  };
}

/** Groups are parts of subjects of the stream. */
const groupName = /^[\w-]+$/;
