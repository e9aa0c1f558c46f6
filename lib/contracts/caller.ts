import type { Readable } from 'node:stream';
import type { InternalActions } from './actions';

/** Options of a call between services. */
export interface CallOptions {
  stream?: Readable;
  /** Milliseconds. */
  timeout?: number;
}

/** Calls another service's internal action, typed by the contract. */
export type Caller = <Name extends keyof InternalActions>(
  name: Name,
  params: InternalActions[Name]['params'],
  options?: CallOptions,
) => Promise<InternalActions[Name]['result']>;
