import type { ElementReference } from '../../../lib/contracts/element-cards';
import type { Commit, IssueFacts, Person } from './events';

/** An address that may stand in Markdown; empty for anything but http and https. */
function address(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return '';
  return text.replace(/[\s()<>"\\]/g, (character) => encodeURIComponent(character).replace('(', '%28').replace(')', '%29'));
}

/** Text inside of a link's brackets. */
const label = (text: string) => text.replace(/[[\]\\]/g, '\\$&').replace(/\s+/g, ' ');
/** Text inside of a link's title. */
const title = (text: string) => text.replace(/["\\]/g, '\\$&').replace(/\s+/g, ' ');

function link(text: string, url: string, hint: string): string {
  const target = address(url);
  return target === '' ? label(text) : `[${label(text)}](${target} "${title(hint)}")`;
}

/** The profile of a user in front of a repository's group: `https://host/group/repository` → `https://host/name`. */
export function profileBeside(repository: string, name: string): string {
  const front = /^(https?:\/\/.+?)\/[^/]+\/[^/]+\/?$/i.exec(repository)?.[1];
  return front === undefined || name === '' ? '' : `${front}/${encodeURIComponent(name)}`;
}

const person = ({ name, url }: Person, host: string) => link(name, url, `See ${name}'s ${host} profile`);

const commit = ({ id, url, message }: Commit, host: string) =>
  link(`${host} commit`, url, `See commit '${id} - ${message.split(/\r?\n/, 1)[0] ?? ''}'`);

const kinds: Record<ElementReference['kind'], string> = { epic: 'epic', issue: 'issue', task: 'task', us: 'user story' };

/** The comment of a commit that changes a status. */
export function statusComment(of: Commit, host: string, from: string, to: string): string {
  return `${person(of.author, host)} changed the status from ${commit(of, host)}\n\n  - Status: **${from}** → **${to}**`;
}

/** The comment of a commit that mentions an element. */
export function mentionComment(of: Commit, host: string, kind: ElementReference['kind']): string {
  return `This ${kinds[kind]} has been mentioned by ${person(of.author, host)} in the ${commit(of, host)} "${of.message.trim()}"`;
}

/** The comment of what happened to an issue at the host. */
export function issueComment(
  { author, number, url }: IssueFacts,
  host: string,
  verb: 'created' | 'modified' | 'closed' | 'reopened',
): string {
  return `Issue ${verb} by ${person(author, host)} from ${link(`${host}#${number}`, url, 'Go to issue')}.`;
}

/** A comment from the host. */
export function remarkComment({ author, number }: IssueFacts, host: string, url: string, text: string): string {
  return `${person(author, host)} says in ${link(`${host}#${number}`, url, 'Go to comment')}:\n\n"${text}"`;
}

/** Makes links of the numbers of the host's issues in a text. */
export function linkNumbers(text: string, host: string, repository: string): string {
  const front = address(repository);
  if (front === '') return text;
  return text.replace(
    /(^|\s)#(\d+)(?=\s|$)/g,
    (_all, before: string, number: string) => `${before}[${host}#${number}](${front}/issues/${number})`,
  );
}
