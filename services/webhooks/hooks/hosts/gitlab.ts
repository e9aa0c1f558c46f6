import { objectAt, objectsAt, textAt, type EventReader, type IssueAction, type Payload, type Person } from '../events';
import { profileBeside } from '../words';

const actions = new Map<string, IssueAction>(
  Object.entries({ open: 'opened', update: 'edited', close: 'closed', reopen: 'reopened' } as const),
);

/** Events of GitLab (hooks.md). */
export const readGitlab: EventReader = (payload) => {
  const kind = textAt(payload, 'object_kind') || 'push';
  if (kind === 'push') return { kind: 'push', commits: objectsAt(payload, 'commits').map(commitOf) };
  const facts = objectAt(payload, 'object_attributes');
  const action = actions.get(textAt(facts, 'action'));
  if (kind === 'issue' && action) {
    const issue = { number: textAt(facts, 'iid'), url: textAt(facts, 'url'), ...placeIn(payload) };
    const [title, description] = [textAt(facts, 'title'), textAt(facts, 'description')];
    return { kind: 'issue', action, ...issue, title, description, isClosed: textAt(facts, 'state') === 'closed' };
  }
  if (kind === 'note' && textAt(facts, 'noteable_type') === 'Issue') {
    const issue = { number: textAt(payload, 'issue', 'iid'), url: textAt(payload, 'issue', 'url'), ...placeIn(payload) };
    return { kind: 'comment', ...issue, text: textAt(facts, 'note'), commentUrl: textAt(facts, 'url') };
  }
  return null;
};

const commitOf = (commit: Payload) => ({
  ...{ id: textAt(commit, 'id'), url: textAt(commit, 'url'), message: textAt(commit, 'message') },
  author: { id: null, name: textAt(commit, 'author', 'name'), url: '' },
});

function placeIn(payload: Payload): { author: Person; repository: string } {
  const repository = textAt(payload, 'repository', 'homepage');
  const name = textAt(payload, 'user', 'username');
  return { author: { id: null, name, url: profileBeside(repository, name) }, repository };
}
