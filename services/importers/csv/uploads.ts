import type { NodeTools } from '../../../lib/contracts/node';
import type { Collection, CollectionDeclaration } from '../../../lib/contracts/store';
import type { TableKind } from './columns.rules';

/** A table that somebody uploaded and hasn't imported yet. */
export interface CsvUpload {
  /** UUID; the job gets the same. */
  id: string;
  owner: number;
  project: number;
  kind: TableKind;
  /** In the file store. */
  path: string;
  created_date: string;
  expires: string;
}

export const csvUploadCollection: CollectionDeclaration = { name: 'csv_uploads', indexes: [{ fields: ['expires'] }] };

export const csvUploadsOf = ({ store }: Pick<NodeTools, 'store'>): Collection<CsvUpload> =>
  store.collection<CsvUpload>(csvUploadCollection.name);

/** Removes an upload with its file. */
export async function removeUpload(node: NodeTools, { id, path }: Pick<CsvUpload, 'id' | 'path'>): Promise<void> {
  await node.files.remove(path);
  await csvUploadsOf(node).remove({ id });
}

/** Removes what nobody came back for; done at each upload, so that it can't grow. */
export async function purgeUploads(node: NodeTools): Promise<void> {
  const old = await csvUploadsOf(node).find({ filter: { expires: { lt: new Date().toISOString() } }, limit: 20 });
  for (const upload of old) await removeUpload(node, upload);
}
