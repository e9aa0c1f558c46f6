import { objectsAt, textAt, type EventReader } from '../events';
import { profileBeside } from '../words';

/** Gogs only tells of pushes (hooks.md). */
export const readGogs: EventReader = (payload) => {
  const repository = textAt(payload, 'repository', 'html_url');
  const commits = objectsAt(payload, 'commits').map((commit) => {
    const name = textAt(commit, 'author', 'username');
    const facts = { id: textAt(commit, 'id'), url: textAt(commit, 'url'), message: textAt(commit, 'message') };
    return { ...facts, author: { id: null, name, url: profileBeside(repository, name) } };
  });
  return { kind: 'push', commits };
};
