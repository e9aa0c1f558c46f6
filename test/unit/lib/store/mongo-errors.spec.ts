import {
  MongoBulkWriteError,
  MongoClientClosedError,
  MongoCursorExhaustedError,
  MongoError,
  MongoExpiredSessionError,
  MongoInvalidArgumentError,
  MongoNetworkError,
  MongoNetworkTimeoutError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoStalePrimaryError,
  MongoTopologyClosedError,
  MongoUnexpectedServerResponseError,
  MongoWriteConcernError,
  type BulkWriteResult,
} from 'mongodb';
import { errorReply, isPassing } from '../../../../lib/http/error-reply';
import { DocumentTooLargeError, StoreUnavailableError } from '../../../../lib/store';
import { translated, violatedIndex } from '../../../../lib/store/mongo/errors';

/** A class of the driver that it doesn't export, known by its name. */
function unexported(name: string, message = 'gone'): MongoError {
  return Object.defineProperty(new MongoError(message), 'name', { value: name });
}

function labelled(error: MongoError, label: string): MongoError {
  error.addErrorLabel(label);
  return error;
}

/** As the driver makes it when a batch ends with an error that the server didn't send. */
function brokenOff(error: Error): MongoBulkWriteError {
  return new MongoBulkWriteError(error as never, resultWith({}));
}

const resultWith = ({ writeErrors = 0, concern = false }): BulkWriteResult =>
  ({
    insertedCount: 0,
    getWriteErrorCount: () => writeErrors,
    getWriteConcernError: () => (concern ? { code: 64, errmsg: 'waiting for replication timed out' } : undefined),
  }) as BulkWriteResult;

const socketError = (code: string) => Object.assign(new Error(`read ${code}`), { code, syscall: 'read', errno: -104 });
const selection = new MongoServerSelectionError('timed out', {} as never);
const concern = new MongoWriteConcernError({ ok: 1, writeConcernError: { code: 64, errmsg: 'waiting for replication timed out' } });

const passing: [string, unknown][] = [
  ['a lost connection', new MongoNetworkError('connection 1 closed')],
  ['a connection that is silent', new MongoNetworkTimeoutError('timed out')],
  ['no server to select', selection],
  ['a server that was given up', new MongoServerClosedError('closed')],
  ['a client that is not connected', new MongoNotConnectedError('not connected')],
  ['a client that is closed', new MongoClientClosedError()],
  ['a closed topology', new MongoTopologyClosedError('closed')],
  ['an operation that took too long', new MongoOperationTimeoutError('timed out')],
  ['a session that ended with its connection', new MongoExpiredSessionError('ended')],
  ['a cursor that ended with its connection', new MongoCursorExhaustedError('closed')],
  ['a primary that is none any more', new MongoStalePrimaryError('stale')],
  ['an answer that did not come', new MongoUnexpectedServerResponseError('Unable to get response from server')],
  ['a write that no majority took', concern],
  ['a queue for connections that was full', unexported('MongoWaitQueueTimeoutError')],
  ['a closed pool', unexported('MongoPoolClosedError')],
  ['a cleared pool', unexported('MongoPoolClearedError')],
  ['a pool that was cleared by its monitor', unexported('PoolClearedOnNetworkError')],
  ['a server that shuts down', new MongoServerError({ code: 91, message: 'shutting down' })],
  ['a server that is no primary', new MongoServerError({ code: 10_107, message: 'not primary' })],
  ['a cursor that the server forgot', new MongoServerError({ code: 43, message: 'cursor not found' })],
  ['what the driver says to repeat', labelled(new MongoServerError({ message: 'x' }), 'RetryableWriteError')],
  ['a server that has too much to do', labelled(new MongoServerError({ message: 'x' }), 'SystemOverloadedError')],
  ['a socket that breaks while the driver waits to write', socketError('ECONNRESET')],
  ['a bulk write on a lost connection', brokenOff(new MongoNetworkError('connection 1 closed'))],
  ['a bulk write without a server', brokenOff(selection)],
  ['a bulk write on a cleared pool', brokenOff(unexported('MongoPoolClearedError'))],
  ['a bulk write on a socket that breaks', brokenOff(socketError('EPIPE'))],
  ['a bulk write that no majority took', new MongoBulkWriteError({ message: 'x', code: 1 } as never, resultWith({ concern: true }))],
];

const lasting: [string, unknown][] = [
  ['a refused document', new MongoServerError({ code: 121, message: 'validation failed' })],
  ['a wrong argument', new MongoInvalidArgumentError('wrong')],
  ['a bulk write that was refused', new MongoBulkWriteError({ message: 'x', code: 121 } as never, resultWith({ writeErrors: 1 }))],
  ['a bulk write with a wrong argument', brokenOff(new MongoInvalidArgumentError('wrong'))],
  ['a defect', new TypeError('x is not a function')],
  ['a file that is missing', Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'open' })],
];

describe('errors of the MongoDB driver', () => {
  it.each(passing)('%s means that the store is away', (_, error) => {
    const result = translated(error);
    expect(result).toBeInstanceOf(StoreUnavailableError);
    expect(isPassing(result)).toBe(true);
  });

  it.each(lasting)('%s stays what it is', (_, error) => {
    expect(translated(error)).toBe(error);
  });

  it.each([
    ['an insert that the server refuses', new MongoServerError({ code: 10_334, message: 'BSONObj size is invalid' })],
    ['an update that would make it so', new MongoServerError({ code: 17_419, message: 'Resulting document is larger than 16777216' })],
    [
      'a message that the driver cannot hold',
      Object.assign(new RangeError('The value of "offset" is out of range'), { code: 'ERR_OUT_OF_RANGE' }),
    ],
  ])('%s means that the document is too large', (_, error) => {
    const result = translated(error);
    expect(result).toBeInstanceOf(DocumentTooLargeError);
    expect(errorReply(result, 'en')).toMatchObject({ status: 413, unexpected: false });
  });

  it('a key that is taken is told with its index, in bulk writes too', () => {
    const taken = { code: 11_000, message: 'E11000 duplicate key error collection: larch.users index: username_unique dup key: {}' };
    expect(violatedIndex(new MongoServerError(taken))).toBe('username_unique');
    expect(violatedIndex(new MongoBulkWriteError(taken as never, resultWith({ writeErrors: 1 })))).toBe('username_unique');
    expect(violatedIndex(new MongoNetworkError('gone'))).toBeNull();
  });
});
