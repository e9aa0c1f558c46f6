import { rawError } from '../../lib/errors';
import type { Reply } from '../../lib/contracts/http';
import { demandWritable, refusal } from '../../lib/resource/access';
import type { RestAction } from '../../lib/resource/define';
import { readText } from '../../lib/resource/fields';
import { isAdministrator } from '../../lib/resource/permissions';
import { renderText } from '../../lib/resource/rendering';
import { empty, ok, type RestRequest } from '../../lib/resource/request';
import { now } from '../../lib/resource/values';
import { historyEntries, kindsInPaths, type HistoryEntry } from './entry';
import { entriesOf, entryIn, subjectOf, viewing, type Subject } from './history.lookup';
import { commentEvent } from './comment-events';

const refused = (message: string) => rawError(400, 'BAD_REQUEST', { error: message });

interface CommentAction {
  /** Who may: the person named here or a project administrator. */
  person(entry: HistoryEntry): number | null;
  run(request: RestRequest, subject: Subject, entry: HistoryEntry): Promise<Reply>;
}

const author = ({ actor }: HistoryEntry) => actor;

const edit: CommentAction = {
  person: author,
  run: async (request, subject, entry) => {
    const { comment } = request.body;
    if (comment === undefined || comment === null) throw refused('comment is required');
    if (entry.delete_comment_date !== null) throw refused("deleted comments can't be edited");
    const text = readText(comment);
    const former = { comment: entry.comment, comment_html: entry.comment_html, user: request.requireUser().id };
    const { html } = await renderText(request, subject.context, text);
    const versions = [...(entry.comment_versions ?? []), former];
    await change(request, subject, entry, { comment: text, comment_html: html, edit_comment_date: now(), comment_versions: versions });
    return empty;
  },
};

const remove: CommentAction = {
  person: author,
  run: async (request, subject, entry) => {
    if (entry.delete_comment_date !== null) throw refused('Comment already deleted');
    await change(request, subject, entry, { delete_comment_date: now(), delete_comment_user: request.requireUser().id });
    return empty;
  },
};

const restore: CommentAction = {
  person: ({ delete_comment_user: deleter }) => deleter,
  run: async (request, subject, entry) => {
    if (entry.delete_comment_date === null) throw refused('Comment not deleted');
    await change(request, subject, entry, { delete_comment_date: null, delete_comment_user: null });
    return empty;
  },
};

const versions: CommentAction = {
  person: author,
  run: async (request, _subject, entry) => {
    if (entry.comment_versions === null) return ok(null);
    const people = new Map(
      (await request.call('auth.publicUsers', { ids: entry.comment_versions.map(({ user }) => user) })).map((user) => [user.id, user]),
    );
    return ok(
      entry.comment_versions.map(({ comment, comment_html, user }) => ({
        date: entry.at,
        comment,
        comment_html,
        user: people.get(user) ?? null,
      })),
    );
  },
};

type CommentChange = Partial<
  Pick<HistoryEntry, 'comment' | 'comment_html' | 'comment_versions' | 'edit_comment_date' | 'delete_comment_date' | 'delete_comment_user'>
>;

async function change(request: RestRequest, subject: Subject, entry: HistoryEntry, set: CommentChange): Promise<void> {
  demandWritable(subject.context);
  const event = await commentEvent(request.node, entry, { ...entry, ...set });
  // A comment that somebody else changed in between is left to them.
  const seen = { delete_comment_date: entry.delete_comment_date, edit_comment_date: entry.edit_comment_date };
  const update = { set, push: { outbox: [event] }, inc: { outbox_count: 1 } };
  const entries = entriesOf(request);
  const isChanged =
    (await entries.updateOne({ id: entry.id, ...seen }, update)) > 0 ||
    // Sent again over a new connection it finds nothing to match when the first try had arrived after all.
    (await entries.count({ id: entry.id, 'outbox.id': { contains: event.id } })) > 0;
  if (!isChanged) throw refused('The comment was changed in between');
  await request.node.changes.deliver(historyEntries.name, entry.id, [event], request.call);
}

async function perform(request: RestRequest, path: string, { person, run }: CommentAction): Promise<Reply> {
  const subject = await subjectOf(request, path);
  const entry = await entryIn(request, subject);
  const allowed = request.user !== null && (isAdministrator(subject.context, request.user) || person(entry) === request.user.id);
  if (!allowed) throw refusal(request.user);
  return run(request, subject, entry);
}

const both = ['GET', 'POST'] as const;

/** Editing, deleting and restoring comments, and their versions under both spellings and methods (history.md, Comments). */
export const commentActions: RestAction[] = Object.keys(kindsInPaths).flatMap((path) => {
  const base = { access: viewing(path), checksAccess: true };
  const post = (name: string, action: CommentAction): RestAction => ({
    ...base,
    name: `${path}.${name}`,
    rest: { method: 'POST', path: `/history/${path}/:id/${name}` },
    handler: (request) => perform(request, path, action),
  });
  return [
    post('edit_comment', edit),
    post('delete_comment', remove),
    post('undelete_comment', restore),
    {
      ...base,
      name: `${path}.comment_versions`,
      scope: 'read',
      rest: ['comment_versions', 'commentVersions'].flatMap((name) =>
        both.map((method) => ({ method, path: `/history/${path}/:id/${name}` })),
      ),
      handler: (request) => perform(request, path, versions),
    },
  ];
});
