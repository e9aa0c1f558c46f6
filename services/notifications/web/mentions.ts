import type { ChangeEntry } from '../../../lib/contracts/changes';
import type { ProjectContext } from '../../../lib/contracts/project-context';
import { editorOf, isCommentEvent, type CommentEvent } from '../comment-event';
import { membersMentioned, type Renderer } from '../../../lib/resource/rendering';
import { mentioning, type Mentions } from './web.rules';

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Whom the texts of an entry mention. */
export async function mentionsOf(entry: ChangeEntry, context: ProjectContext, renderer: Renderer): Promise<Mentions> {
  const mentioned = (text: string) => membersMentioned(renderer, context, text);
  const without = async (text: string, former: string) => {
    const known = new Set(await mentioned(former));
    return (await mentioned(text)).filter((id) => !known.has(id));
  };
  if (isCommentEvent(entry)) {
    const event: CommentEvent = entry;
    return {
      comment: [],
      fresh: editorOf(event) === null ? [] : await without(event.comment, event.comment_versions?.at(-1)?.comment ?? ''),
    };
  }
  const [before, after] = entry.action === 'create' ? ['', entry.document.description] : (entry.diff.description ?? ['', '']);
  const fresh = mentioning.has(entry.kind) && entry.action !== 'delete' ? await without(textOf(after), textOf(before)) : [];
  return { comment: await mentioned(entry.comment), fresh };
}
