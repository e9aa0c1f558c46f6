import type { DumpAttachment, DumpFile } from '../../../lib/dumps/types';
import type { OutsideClient } from './ask';
import type { Fetching } from './system';

/** A file of an element outside. */
export interface OutsideFile {
  name: string;
  address: string;
  created: string | null;
  /** Address of the account of whoever attached it. */
  owner: string | null;
}

/** A file that can be had, on our disk; null for one that can't. */
export async function fetchFile(client: OutsideClient, { spool, node }: Fetching, name: string, address: string): Promise<DumpFile | null> {
  const bytes = await client.file(address);
  const data = bytes && (await spool.keep(bytes, node.config.server.maxUpload));
  return data && { name, data };
}

/** The files of one element. Those that are gone, refused or too large are left out: the element matters more. */
export async function fetchFiles(client: OutsideClient, fetching: Fetching, files: readonly OutsideFile[]): Promise<DumpAttachment[]> {
  const attachments: DumpAttachment[] = [];
  for (const { name, address, created, owner } of files) {
    fetching.signal.throwIfAborted();
    const file = await fetchFile(client, fetching, name, address);
    if (!file) {
      fetching.node.log.warn(`A file of an imported project can't be had from ${hostOf(address)}`);
      continue;
    }
    const date = created ?? undefined;
    attachments.push({ attached_file: file, name, owner, created_date: date, modified_date: date, order: attachments.length + 1 });
  }
  return attachments;
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : 'an address that is none');
