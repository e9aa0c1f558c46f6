import type { ProjectContext } from '../../contracts/project-context';
import type { Resource } from '../define';
import { internalFields, portableResource, restoredDocuments } from '../operations/restored';
import type { Portable } from '../portable';
import { renderAll } from '../rendering';
import type { Element } from './element';
import { searchWords } from './element.search';

const texts = { description: 'description_html', blocked_note: 'blocked_note_html' };

/**
 * Lets elements travel.
 * @param complete derives what a kind has of its own from the restored values
 */
export function portableElement<D extends Element>(
  resource: Resource<D>,
  complete: (document: D, context: ProjectContext) => void = () => undefined,
  more: Partial<Portable> = {},
): Portable {
  return portableResource(resource, {
    omitted: [...internalFields, ...Object.values(texts)],
    texts,
    async restore(values, context, asker) {
      const elements = await restoredDocuments(resource, values, context, asker.node);
      const sources = elements.flatMap(({ description, blocked_note, ref, subject }) =>
        [description, blocked_note].map((source) => ({ source, own: { ref, subject } })),
      );
      const html = await renderAll(asker, context, sources);
      elements.forEach((element, index) => {
        element.description_html = html[2 * index] ?? '';
        element.blocked_note_html = html[2 * index + 1] ?? '';
        element.total_voters = element.votes.length;
        complete(element, context);
        Object.assign(element, searchWords(element));
      });
      return elements;
    },
    // Files and custom values are given to an element once it exists.
    snapshot: (document, context) =>
      resource.history?.freeze({ ...(document as unknown as D), attachments: [], custom_values: {} }, context) ?? {},
    ...more,
  });
}
