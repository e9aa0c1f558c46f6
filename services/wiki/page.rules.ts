import type { Hooks } from '../../lib/resource/define';
import type { Draft } from '../../lib/resource/draft';
import { removeAttachments } from '../../lib/resource/traits/attachments';
import { demandKnownWatchers, renderTexts, watchBySelf } from '../../lib/resource/traits/element.rules';
import { storedWords } from '../../lib/search/stored';
import type { Page } from './page';

/** What a page does beyond keeping its fields (wiki.md). */
export const hooks: Hooks<Page> = {
  prepare: ({ request, before, after }) => {
    const user = request.user?.id ?? null;
    if (!before) after.owner = user;
    after.last_modifier = user;
  },
  validate: async (draft, errors) => {
    if (draft.before) await demandKnownWatchers(draft, errors);
  },
  beforeSave: async (draft) => {
    const { before, after, comment } = draft;
    // They are checked, but only watch and unwatch have an effect.
    delete (after as { watchers?: unknown }).watchers;
    if (before && comment !== '') after.total_comments = before.total_comments + 1;
    if (before && isVisibleChange(draft, before)) after.editions = before.editions + 1;
    await renderTexts(draft, ['content']);
    await watchBySelf(draft, ['content']);
    Object.assign(after, storedWords([after.slug, after.content], [after.slug]));
  },
  afterDestroy: (draft) => removeAttachments(draft, 'wikipage'),
};

const isVisibleChange = ({ after, comment }: Draft<Page>, before: Page) =>
  comment !== '' || after.slug !== before.slug || after.content !== before.content;
