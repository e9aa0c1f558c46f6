import { buffer } from 'node:stream/consumers';
import { apiError } from '../../lib/errors';
import { projectAdministrator, demandWritable } from '../../lib/resource/access';
import { randomFilePath } from '../../lib/files';
import { cropImage, ImageError, imageExtension, imageType, largestPicture } from '../../lib/images';
import type { RestAction } from '../../lib/resource/define';
import { forSubList } from '../../lib/resource/operations/lookup';
import type { RestRequest } from '../../lib/resource/request';
import { now } from '../../lib/resource/values';
import { answerProject } from './detail/detail';
import { projectsOf, type Logo, type Project } from './documents';
import { projects } from './projects.resource';

const sizes = [
  { width: 80, height: 80 },
  { width: 300, height: 300 },
];

/** Extensions of names for which there are crops; other images are kept without being shown. */
const shown = /\.(png|svg|gif|bmp|jpeg|jpg|psd)$/i;

async function changeLogo(request: RestRequest) {
  const project = await changeable(request);
  const { file } = request.params;
  if (file?.field !== 'logo' || !request.stream) throw apiError('WRONG_ARGUMENTS', 'Incomplete arguments');
  if (file.size > largestPicture) throw apiError('TOO_LARGE');
  const logo = await storedLogo(request, project.id, file.filename, await buffer(request.stream));
  return replaceLogo(request, project, logo);
}

async function removeLogo(request: RestRequest) {
  return replaceLogo(request, await changeable(request), null);
}

/** These two look the project up without regard to visibility (permissions.md §3). */
async function changeable(request: RestRequest): Promise<Project> {
  const { document, context } = await forSubList(projects, request, projectAdministrator);
  if (context) demandWritable(context);
  return document;
}

/** Stores a logo in all its sizes, as far as its name lets it be shown (projects.md §6). @throws 400 when the bytes are no image */
export async function storedLogo({ node }: RequestTools, project: number, filename: string, content: Buffer): Promise<Logo> {
  try {
    const extension = await imageExtension(content);
    const crops = await cropImage(content, sizes);
    const path = randomFilePath(`projects/${project}`, filename);
    await node.files.put(path, content, { contentType: imageType(extension) });
    if (!shown.test(filename)) return { original: path, small: null, big: null };
    const paths = crops.map((crop, index) => `${path}.${sizes[index]?.width ?? 0}x${sizes[index]?.height ?? 0}.${crop.extension}`);
    await Promise.all(crops.map((crop, index) => node.files.put(paths[index] ?? '', crop.content, { contentType: crop.contentType })));
    const [small = null, big = null] = paths;
    return { original: path, small, big };
  } catch (error) {
    if (error instanceof ImageError) throw apiError('WRONG_ARGUMENTS', 'Invalid image format');
    throw error;
  }
}

type RequestTools = Pick<RestRequest, 'node'>;

async function replaceLogo(request: RestRequest, project: Project, logo: Logo | null) {
  const { node } = request;
  const changed = await projectsOf(node.store).findOneAndUpdate({ id: project.id }, { set: { logo, modified_date: now() } });
  await node.invalidate({ projects: [project.id] }, ['project']);
  const old = project.logo ? [project.logo.original, project.logo.small, project.logo.big] : [];
  await Promise.all(old.flatMap((path) => (path === null ? [] : node.files.remove(path))));
  return answerProject(request, changed ?? project, 200);
}

const base = { access: projectAdministrator, checksAccess: true };

/** The picture of a project (projects.md §6). */
export const logoActions: RestAction[] = [
  { ...base, name: 'project.changeLogo', rest: { method: 'POST', path: '/projects/:id/change_logo', upload: true }, handler: changeLogo },
  { ...base, name: 'project.removeLogo', rest: { method: 'POST', path: '/projects/:id/remove_logo' }, handler: removeLogo },
];
