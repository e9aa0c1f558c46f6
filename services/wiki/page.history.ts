import type { HistoryDeclaration } from '../../lib/resource/define';
import { frozenAttachments } from '../../lib/resource/traits/element.history';
import type { Page } from './page';

/** What the history keeps of a page. */
export const history: HistoryDeclaration<Page> = {
  kind: 'wikipage',
  freeze: ({ slug, owner, content, content_html, attachments }) => ({
    ...{ slug, owner, content, content_html },
    attachments: frozenAttachments(attachments),
  }),
  hidden: [],
  users: ['owner'],
  names: () => ({}),
};
