import type { NodeTools } from '../../lib/contracts/node';
import { attachmentsOf, type Attachment } from './attachment';
import { tellKeeper, tellOf } from './keepers';
import { removeHidden } from './removal';

/** Milliseconds. */
const hour = 3_600_000;
const patience = { untold: 60_000, files: hour, unfinished: 24 * hour };
const batchSize = 200;

/** Runs now and then as long as the process does. */
export function sweepRegularly(node: NodeTools): () => void {
  const round = () => sweep(node).catch((error: unknown) => node.log.warn('Attachments are not tidied up', error));
  // The replicas start together; they needn't sweep together.
  const first = setTimeout(() => void round(), (1 + Math.random()) * patience.untold).unref();
  const timer = setInterval(() => void round(), hour * (1 + Math.random() / 4)).unref();
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}

/** Finishes what processes that died left behind: changes that no element knows, and files that no record has. */
export async function sweep(node: NodeTools, ages: Partial<typeof patience> = {}): Promise<void> {
  const { untold, files, unfinished } = { ...patience, ...ages };
  await tellLeft(node, new Date(Date.now() - untold).toISOString());
  await removeOrphans(node, new Date(Date.now() - files));
  await node.files.removeUnfinished(new Date(Date.now() - unfinished));
}

async function tellLeft(node: NodeTools, before: string): Promise<void> {
  const left = await attachmentsOf(node.store).find({
    filter: { untold: true, modified_date: { lt: before } },
    limit: batchSize,
    sort: ['id'],
  });
  for (const attachment of left) {
    const { id, kind, object_id, removed } = attachment;
    if (removed) {
      await tellKeeper(workerOf(node), { kind, object: object_id });
      await removeHidden({ node }, { id });
    } else await tellOf(workerOf(node), attachment);
  }
}

/** Files are listed and looked up in batches, so that memory doesn't grow with their number. */
async function removeOrphans(node: NodeTools, before: Date): Promise<void> {
  let batch: string[] = [];
  for await (const path of node.files.list('attachments')) {
    if (batch.push(path) < batchSize) continue;
    await removeUnknown(node, batch, before);
    batch = [];
  }
  await removeUnknown(node, batch, before);
}

async function removeUnknown(node: NodeTools, paths: readonly string[], before: Date): Promise<void> {
  if (paths.length === 0) return;
  const known = await knownPaths(node, paths);
  for (const path of paths) {
    if (known.has(path)) continue;
    const found = await node.files.get(path);
    found?.stream.destroy();
    if (found && found.modified < before) await node.files.remove(path);
  }
}

async function knownPaths({ store }: NodeTools, paths: readonly string[]): Promise<Set<string>> {
  const filter = { or: [{ attached_file: { in: paths } }, { thumbnail_file: { in: paths } }] };
  const found = await attachmentsOf(store).find({ filter, fields: ['attached_file', 'thumbnail_file'] });
  return new Set(found.flatMap(({ attached_file, thumbnail_file }: Attachment) => [attached_file, thumbnail_file ?? '']));
}

const workerOf = (node: NodeTools) => ({ node, call: node.call });
