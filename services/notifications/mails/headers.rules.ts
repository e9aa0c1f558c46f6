import { createHash } from 'node:crypto';
import type { Told } from './told';

/** What threads and sorts the mails of one element, and lets readers choose (notifications.md, The mail). */
export interface ThreadFacts {
  told: Pick<Told, 'project' | 'subject'>;
  /** Id of the first entry that is told. */
  entry: string;
  product: string;
  /** Host of the API, without port. */
  host: string;
  /** Address of the front end. */
  site: string;
  date: Date;
}

/** Between 1601, where Windows begins to count, and 1970. Milliseconds. */
const windowsEpoch = 11_644_473_600_000n;

export const settingsAddress = (site: string) => `${site}/user-settings/mail-notifications`;

export function threadHeaders({ told, entry, product, host, site, date }: ThreadFacts): {
  messageId: string;
  headers: Record<string, string>;
} {
  const { project, subject } = told;
  const element = `${project.slug}/${subject.ref === null ? encodeURIComponent(subject.title) : String(subject.ref)}`;
  const thread = `<${element}@${host}>`;
  const name = project.name.replace(/\s+/g, ' ').replace(/[<>]/g, '');
  return {
    messageId: `<${element}/${momentOf(entry, date)}@${host}>`,
    headers: {
      'In-Reply-To': thread,
      References: thread,
      'List-ID': `${product}/${name} <${product.toLowerCase().replace(/[^a-z0-9-]/g, '')}.${project.slug}@${host}>`,
      'Thread-Index': threadIndex(thread, date),
      'List-Unsubscribe': `<${settingsAddress(site)}>`,
    },
  };
}

/** Microseconds since 1970. Those that the clock doesn't tell are the entry's, as no two mails may be taken for one. */
function momentOf(entry: string, date: Date): string {
  const microseconds = createHash('md5').update(entry).digest().readUInt32BE() % 1_000_000;
  return `${Math.floor(date.getTime() / 1000)}${String(microseconds).padStart(6, '0')}`;
}

/** Base64 of the first 6 bytes of the FILETIME and the MD5 of the thread's name. */
export function threadIndex(thread: string, date: Date): string {
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE((BigInt(date.getTime()) + windowsEpoch) * 10_000n);
  return Buffer.concat([time.subarray(0, 6), createHash('md5').update(thread).digest()]).toString('base64');
}
