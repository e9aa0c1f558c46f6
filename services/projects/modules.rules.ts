import { apiError } from '../../lib/errors';
import type { ProjectContext } from '../../lib/contracts/project-context';
import { isObject } from '../../lib/resource/values';

/** Services that may send hooks, each with a secret of the project's own. */
export const hookModules = ['github', 'gitlab', 'bitbucket', 'gogs'] as const;

/** The addresses from which Bitbucket says that it sends. */
const bitbucketRanges = [
  '13.52.5.96/28',
  '13.236.8.224/28',
  '18.184.99.224/28',
  '18.234.32.224/28',
  '18.246.31.224/28',
  '52.215.192.224/28',
  '104.192.137.240/28',
  '104.192.138.240/28',
  '104.192.140.240/28',
  '104.192.142.240/28',
  '104.192.143.240/28',
  '185.166.143.240/28',
  '185.166.142.240/28',
];

type Modules = Record<string, unknown>;

/** The stored modules with what follows from the project where nothing was stored (projects.md §6). */
export function shownModules(stored: Modules, context: ProjectContext, api: string): Modules {
  const closed = context.settings.issue_statuses.find(({ is_closed }) => is_closed);
  const closing = closed ? { close_status: closed.id } : {};
  const initial: Record<(typeof hookModules)[number], Modules> = {
    github: closing,
    gitlab: { valid_origin_ips: [], ...closing },
    bitbucket: { valid_origin_ips: bitbucketRanges },
    gogs: {},
  };
  const shown = { ...stored };
  for (const name of hookModules) {
    const module = isObject(stored[name]) ? stored[name] : {};
    const key = typeof module.secret === 'string' ? module.secret : '';
    shown[name] = { ...initial[name], ...module, webhooks_url: hookAddress(name, context.id, key, api) };
  }
  return shown;
}

function hookAddress(name: string, project: number, secret: string, api: string): string {
  const key = name === 'gitlab' || name === 'bitbucket' ? `&key=${encodeURIComponent(secret)}` : '';
  return `${api}/api/v1/${name}-hook?project=${project}${key}`;
}

/** Reads the modules of a PATCH; their names become keys of the stored document. @throws 400 */
export function readModules(body: Modules): Modules {
  for (const name of Object.keys(body)) {
    if (!/^[a-z][\w-]{0,63}$/i.test(name)) throw apiError('BAD_REQUEST', `Invalid name of a module: ${name}`);
  }
  return body;
}
