import { objectAt, objectsAt, textAt, type EventReader, type Payload, type Person } from '../events';

/** Events of Bitbucket (hooks.md). */
export const readBitbucket: EventReader = (payload, name) => {
  if (name === 'repo:push') {
    const changes = objectsAt(objectAt(payload, 'push'), 'changes');
    return { kind: 'push', commits: changes.flatMap((change) => objectsAt(change, 'commits').map(commitOf)) };
  }
  if (name === 'issue:created') {
    const [title, description] = [textAt(payload, 'issue', 'title'), textAt(payload, 'issue', 'content', 'raw')];
    return { kind: 'issue', action: 'opened', ...issueIn(payload), title, description, isClosed: false };
  }
  if (name === 'issue:comment_created') {
    const issue = issueIn(payload);
    const number = textAt(payload, 'comment', 'id');
    const commentUrl = issue.url === '' || number === '' ? '' : `${issue.url}#comment-${number}`;
    return { kind: 'comment', ...issue, text: textAt(payload, 'comment', 'content', 'raw'), commentUrl };
  }
  return null;
};

const linkOf = (payload: Payload) => textAt(payload, 'links', 'html', 'href');

const personOf = (user: Payload): Person => ({ id: textAt(user, 'uuid') || null, name: textAt(user, 'nickname'), url: linkOf(user) });

const commitOf = (commit: Payload) => ({
  ...{ id: textAt(commit, 'hash'), url: linkOf(commit), message: textAt(commit, 'message') },
  author: personOf(objectAt(commit, 'author', 'user')),
});

const issueIn = (payload: Payload) => ({
  number: textAt(payload, 'issue', 'id'),
  url: linkOf(objectAt(payload, 'issue')),
  author: personOf(objectAt(payload, 'actor')),
  repository: linkOf(objectAt(payload, 'repository')),
});
