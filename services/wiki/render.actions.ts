import { fieldError, notFound } from '../../lib/errors';
import type { Reply } from '../../lib/contracts/http';
import { anyone } from '../../lib/resource/access';
import type { RestAction } from '../../lib/resource/define';
import { readText } from '../../lib/resource/fields';
import { hasPermission } from '../../lib/resource/permissions';
import { renderOutside, renderText } from '../../lib/resource/rendering';
import { ok, type RestRequest } from '../../lib/resource/request';
import { parsedId } from '../../lib/resource/values';

/** `POST /wiki/render`: how a text will look (wiki.md, Rendering). */
export const renderAction: RestAction = {
  name: 'render',
  rest: { method: 'POST', path: '/wiki/render' },
  access: anyone,
  scope: 'read',
  handler: render,
};

async function render(request: RestRequest): Promise<Reply> {
  const content = mandatory(request, 'content');
  const project = mandatory(request, 'project_id');
  const context = await request.context(parsedId(project));
  if (!context) throw notFound('Project');
  // Who may not see the project isn't told what its references, pages and members are called.
  const known = hasPermission(context, request.user, 'view_project');
  const data = known ? (await renderText(request, context, content)).html : renderOutside(request.node, content);
  return ok({ data });
}

/** @throws 400 */
function mandatory({ body }: RestRequest, name: string): string {
  const value = body[name];
  if (value === undefined || value === null || value === '' || typeof value === 'object') {
    throw fieldError(name, `'${name}' parameter is mandatory`);
  }
  return readText(typeof value === 'boolean' ? String(value) : value);
}
