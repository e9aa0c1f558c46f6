import type { ProjectContext } from '../../contracts/project-context';
import type { Promotion } from '../../contracts/promotion-actions';
import { authenticatedCan, can, demandWritable } from '../access';
import type { Resource, RestAction } from '../define';
import { forAction } from '../operations/lookup';
import { ok, type RestRequest } from '../request';
import { BulkBody } from './bulk-body';
import { viewPermission, type Element, type ElementTraits } from './element';

/** An element that somebody makes a story of. */
export interface Promoted<D extends Element> {
  element: D;
  /** Of the element. */
  context: ProjectContext | null;
  /** Of the story. */
  project: number;
  /** What comes along from every kind. */
  copied: Omit<Promotion, 'from'>;
}

/**
 * `POST /<path>/:id/promote_to_user_story` (userstories.md, Promotion); answers with the ref of the story.
 * @param promote makes the story
 */
export function promotionOf<D extends Element & { milestone: number | null }>(
  traits: ElementTraits,
  resource: Resource<D>,
  promote: (request: RestRequest, promoted: Promoted<D>) => Promise<{ ref: number }>,
): RestAction {
  const mayAddStories = authenticatedCan('add_us');
  return {
    name: 'promoteToUserStory',
    rest: { method: 'POST', path: `/${traits.path}/:id/promote_to_user_story` },
    access: mayAddStories,
    checksAccess: true,
    handler: async (request) => {
      const { document: element, context } = await forAction(resource, request, can(viewPermission(traits.noun)));
      const body = new BulkBody(request);
      await body.project();
      const { id: project } = body.permitted(mayAddStories);
      // The element is changed where it is, even if the story goes elsewhere.
      if (context) demandWritable(context);
      const { ref } = await promote(request, { element, context, project, copied: copiedOf(element, project) });
      return ok([ref]);
    },
  };
}

function copiedOf(element: Element & { milestone: number | null }, project: number): Omit<Promotion, 'from'> {
  const { id, ref, subject, description, tags, owner, assigned_to, watches } = element;
  return {
    ...{ project, id, ref, subject, description, tags, owner, assigned_to, watches },
    // A sprint is of one project.
    milestone: project === element.project ? element.milestone : null,
    attachments: element.attachments.length,
    comments: element.total_comments,
  };
}
