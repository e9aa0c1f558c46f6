import type { Hooks } from '../../../lib/resource/define';
import type { Draft } from '../../../lib/resource/draft';
import { removeAttachments } from '../../../lib/resource/traits/attachments';
import type { Epic } from './epic';
import { pushOthers } from './epic-places';
import { leaveEpics } from './relations';

/** What an epic does beyond being an element (epics.md). */
export const hooks: Hooks<Epic> = {
  afterSave: async (draft) => {
    await pushOthers(draft);
    if (showsOtherCard(draft)) await draft.request.node.invalidate({ epics: [draft.after.id] });
  },
  afterDestroy: async (draft) => {
    const { request, after } = draft;
    await removeAttachments(draft, 'epic');
    await leaveEpics(request.node.store, [after.id]);
    await request.node.invalidate({ epics: [after.id] });
  },
};

const cardFields = ['project', 'ref', 'subject', 'color'] as const;

const showsOtherCard = ({ before, after }: Draft<Epic>) => before !== null && cardFields.some((field) => before[field] !== after[field]);
