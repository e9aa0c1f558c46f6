import type { Caller, NodeTools } from '../../../lib/contracts/node';
import type { Readable } from 'node:stream';
import { apiErrorOf } from '../../../lib/errors';
import { bufferUpTo } from '../../../lib/files/streams';
import { largestPicture } from '../../../lib/images';
import { now } from '../../../lib/resource/values';
import { slugOrNull } from '../../../lib/text/slug';
import { insertWithSlug, initialProject } from '../creation';
import { projectsOf, type Project } from '../documents';
import { storedLogo } from '../logo.actions';
import { searchWords } from '../search.rules';
import { templatesOf } from '../templates/template.document';

interface Asker {
  node: NodeTools;
  call: Caller;
}

interface Beginning {
  id: number;
  values: Record<string, unknown>;
  slug: string | null;
  template: string | null;
}

/** As long as a project is being restored it has no owner and is private, so that nobody sees it half done. */
const hidden = { owner: null, is_private: true, anon_permissions: [], public_permissions: [], restoring: true };

/** Stores the project that others are going to fill. */
export async function beginRestored({ node }: Asker, { id, values, slug, template }: Beginning): Promise<{ slug: string }> {
  const { store } = node;
  const known = template === null ? null : await templatesOf(store).findOne({ slug: template }, { fields: ['id'] });
  const secrets = await ownSecrets(store, values);
  const project = { ...initialProject(), ...values, ...secrets, creation_template: known?.id ?? null, ...hidden, id } as Project;
  Object.assign(project, searchWords(project));
  const isFree = slug !== null && !(await projectsOf(store).findOne({ slug }, { fields: ['id'] }));
  await insertWithSlug(store, project, isFree ? slug : slugOrNull(project.name));
  await node.invalidate({ projects: [id] });
  return { slug: project.slug };
}

const secretKeys = ['epics_csv_uuid', 'userstories_csv_uuid', 'tasks_csv_uuid', 'issues_csv_uuid'] as const;

/** A secret address that another project has stays with that one. */
async function ownSecrets(store: NodeTools['store'], values: Record<string, unknown>): Promise<Record<string, string | null>> {
  const sent = secretKeys.flatMap((key) => (typeof values[key] === 'string' ? [[key, values[key]] as const] : []));
  const taken = await Promise.all(sent.map(([key, uuid]) => projectsOf(store).findOne({ [key]: uuid }, { fields: ['id'] })));
  return Object.fromEntries(sent.map(([key, uuid], index) => [key, taken[index] ? null : uuid]));
}

/** Sets what names other parts of the project; the last time it also opens it. */
export async function setRestored(
  { node }: Asker,
  { project: id, set, opens }: { project: number; set: Record<string, unknown>; opens: boolean },
): Promise<void> {
  const opening = opens ? { set: { ...set, modified_date: now() }, unset: ['restoring'] } : { set };
  await projectsOf(node.store).updateOne({ id }, opening);
  await node.invalidate({ projects: [id], projectMilestones: [id], projectWatchers: [id] });
}

/** A logo that is no image (any more), or larger than one may be, is left out. */
export async function restoreLogo(
  { node }: Asker,
  { project, filename }: { project: number; filename: string },
  stream: Readable | null,
): Promise<void> {
  const content = stream && (await bufferUpTo(stream, largestPicture));
  if (!content) return;
  try {
    const logo = await storedLogo({ node }, project, filename, content);
    await projectsOf(node.store).updateOne({ id: project }, { set: { logo } });
  } catch (error) {
    if (apiErrorOf(error) === null) throw error;
  }
}
