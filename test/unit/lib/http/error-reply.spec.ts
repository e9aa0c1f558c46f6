import { NatsError } from 'nats';
import { errorReply, isPassing } from '../../../../lib/http/error-reply';
import { StoreUnavailableError } from '../../../../lib/store/errors';

/** An error as another process gets it: its class is gone. */
const crossed = (error: Error & { code?: unknown }) => Object.assign(new Error(error.message), { name: error.name, code: error.code });

describe('an error that passes by itself', () => {
  it.each([
    ['a store that is away', new StoreUnavailableError('no primary')],
    ['NATS, which went while a service asked another', new NatsError('DISCONNECT', 'DISCONNECT')],
    ['NATS, which does not answer', new NatsError('TIMEOUT', 'TIMEOUT')],
  ])('is answered with 503, also when it came from another process: %s', (_, error) => {
    for (const one of [error, crossed(error)]) {
      const { status, headers, unexpected } = errorReply(one, 'en');
      expect([isPassing(one), status, headers?.['Retry-After'], unexpected]).toEqual([true, 503, '5', false]);
    }
  });
});

it('a defect is answered with 500 and is to be logged', () => {
  for (const error of [new TypeError('x is not a function'), new NatsError('Permissions Violation', 'PERMISSIONS_VIOLATION'), 'text'])
    expect(errorReply(error, 'en')).toEqual({ status: 500, body: '{"error":"Server application error"}', unexpected: true });
});
