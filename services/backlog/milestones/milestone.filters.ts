import type { Document } from '../../../lib/resource/document';
import { dateFilters, q, type FilterDeclaration } from '../../../lib/resource/filters';

/** `milestone__estimated_start…` and `milestone__estimated_finish…`: first the sprints are looked up. */
export const sprintDateFilters: Record<string, FilterDeclaration> = {
  ...sprintFilters('estimated_start'),
  ...sprintFilters('estimated_finish'),
};

function sprintFilters(field: 'estimated_start' | 'estimated_finish'): Record<string, FilterDeclaration> {
  const ofSprints = Object.entries(dateFilters(`milestone__${field}`, field, true));
  const read =
    (declaration: FilterDeclaration): FilterDeclaration['read'] =>
    async (value, filterContext) => {
      const condition = await declaration.read(value, filterContext);
      if (!condition) return null;
      const { request, context } = filterContext;
      const filter = context ? { and: [{ project: context.id }, condition] } : condition;
      const sprints = await request.node.store.collection<Document>('milestones').find({ filter, fields: ['id'] });
      return { milestone: { in: sprints.map(({ id }) => id) } };
    };
  return Object.fromEntries(ofSprints.map(([name, declaration]) => [name, q.custom(read(declaration))]));
}
