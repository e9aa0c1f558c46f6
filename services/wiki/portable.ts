import { internalFields, portableResource, restoredDocuments } from '../../lib/resource/operations/restored';
import type { Portable } from '../../lib/resource/portable';
import { renderAll } from '../../lib/resource/rendering';
import { storedWords } from '../../lib/search/stored';
import { links } from './link.resource';
import type { Page } from './page';
import { history } from './page.history';
import { pages } from './page.resource';

const texts = { content: 'content_html' };

/** What of the wiki travels with a project. */
export const portables: readonly Portable[] = [
  portableResource(links),
  portableResource(pages, {
    omitted: [...internalFields, ...Object.values(texts)],
    texts,
    async restore(values, context, asker) {
      const restored = await restoredDocuments(pages, values, context, asker.node);
      const html = await renderAll(
        asker,
        context,
        restored.map(({ content }) => ({ source: content })),
      );
      return restored.map((page, index) => ({
        ...page,
        content_html: html[index],
        ...storedWords([page.slug, page.content], [page.slug]),
      }));
    },
    snapshot: (page, context) => history.freeze({ ...(page as unknown as Page), attachments: [] }, context),
  }),
];
