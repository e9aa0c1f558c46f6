import { objectsAt, textAt, type EventReader, type IssueAction, type Payload, type Person } from '../events';

const actions = new Map<string, IssueAction>(
  Object.entries({ opened: 'opened', edited: 'edited', closed: 'closed', reopened: 'reopened' } as const),
);

/** Events of GitHub (hooks.md). */
export const readGithub: EventReader = (payload, name) => {
  if (name === 'push') {
    const author = personIn(payload);
    const commits = objectsAt(payload, 'commits');
    return {
      kind: 'push',
      commits: commits.map((commit) => ({
        ...{ id: textAt(commit, 'id'), url: textAt(commit, 'url'), message: textAt(commit, 'message') },
        author,
      })),
    };
  }
  const action = textAt(payload, 'action');
  const issueAction = actions.get(action);
  if (name === 'issues' && issueAction) {
    const isClosed = textAt(payload, 'issue', 'state') === 'closed';
    const [title, description] = [textAt(payload, 'issue', 'title'), textAt(payload, 'issue', 'body')];
    return { kind: 'issue', action: issueAction, ...issueIn(payload), title, description, isClosed };
  }
  if (name === 'issue_comment' && action === 'created') {
    const [text, commentUrl] = [textAt(payload, 'comment', 'body'), textAt(payload, 'comment', 'html_url')];
    return { kind: 'comment', ...issueIn(payload), text, commentUrl };
  }
  return null;
};

const personIn = (payload: Payload): Person => ({
  id: textAt(payload, 'sender', 'id') || null,
  name: textAt(payload, 'sender', 'login'),
  url: textAt(payload, 'sender', 'html_url'),
});

const issueIn = (payload: Payload) => ({
  number: textAt(payload, 'issue', 'number'),
  url: textAt(payload, 'issue', 'html_url'),
  author: personIn(payload),
  repository: textAt(payload, 'repository', 'html_url'),
});
