import type { Reply } from '../../lib/contracts/http';
import type { ProjectContext } from '../../lib/contracts/project-context';
import { demandWritable, type AccessRule } from '../../lib/resource/access';
import type { RestAction } from '../../lib/resource/define';
import { contextForAction, forAction, forSubList } from '../../lib/resource/operations/lookup';
import type { RestRequest } from '../../lib/resource/request';
import type { Project } from './documents';
import { projects } from './projects.resource';

/** The project that an action is about. */
export interface Target {
  project: Project;
  context: ProjectContext;
}

type Handler = (request: RestRequest, target: Target) => Promise<Reply>;

interface Shape {
  name: string;
  method: 'GET' | 'POST' | 'PATCH';
  /** Below `/projects/:id/`. */
  path: string;
  access: AccessRule;
  scope?: RestAction['scope'];
  handler: Handler;
  summary?: string;
}

/** An action on one project that only reads it: invisible ones are 404 (permissions.md §3). */
export function readingAction(shape: Shape): RestAction {
  return actionOf(shape, async (request) => shape.handler(request, await targetOf(request, shape.access)));
}

/** The same for one that needs the context alone, which is in memory. */
export function contextAction({
  handler,
  ...shape
}: Omit<Shape, 'handler'> & { handler(request: RestRequest, context: ProjectContext): Promise<Reply> }): RestAction {
  return actionOf(shape, async (request) => handler(request, await contextForAction(projects, request, shape.access)));
}

/** The same for one that changes something: refused in blocked and archived projects (permissions.md §5). */
export function changingAction(shape: Shape): RestAction {
  const handler: Handler = (request, target) => {
    demandWritable(target.context);
    return shape.handler(request, target);
  };
  return readingAction({ ...shape, handler });
}

/** A list of people of a project: invisible ones are 403. */
export function subListAction(shape: Shape): RestAction {
  return actionOf(shape, async (request) => {
    const { document, context } = await forSubList(projects, request, shape.access);
    return shape.handler(request, { project: document, context: context as ProjectContext });
  });
}

const actionOf = ({ name, method, path, access, scope, summary }: Omit<Shape, 'handler'>, handler: RestAction['handler']): RestAction => ({
  ...{ name: `project.${name}`, rest: { method, path: `/projects/:id/${path}` } },
  ...{ access, checksAccess: true, handler, summary },
  ...(scope === undefined ? {} : { scope }),
});

async function targetOf(request: RestRequest, access: AccessRule): Promise<Target> {
  const { document, context } = await forAction(projects, request, access);
  return { project: document, context: context as ProjectContext };
}
