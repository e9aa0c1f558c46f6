import type { DumpItem, DumpSource } from '../../../../lib/dumps/types';
import {
  githubIssue,
  githubProject,
  githubSprints,
  githubStory,
  type GithubFrame,
  type GithubTarget,
} from '../../../../lib/importers/github';
import { recordIn, textIn, type Json } from '../../../../lib/importers/read';
import type { OutsideClient } from '../ask';
import { gathered, importLimits } from '../inquiries';
import type { Fetching } from '../system';
import { githubClient } from './client';
import { pagesOf, repositoryPath } from './pages';

/** Fetches a repository with its issues (importers.md, GitHub). @throws OutsideFailure */
export async function fetchRepository(fetching: Fetching): Promise<DumpSource> {
  const { node, access, options, people, spool } = fetching;
  const client = githubClient(node, access, importLimits);
  const path = `/repos/${repositoryPath(options.project)}`;
  const target: GithubTarget = options.template === 'issues' ? 'issues' : 'user_stories';
  const template = await fetching.template(target === 'issues' || !options.template ? 'scrum' : options.template);
  await client.json('/user');
  const repository = recordIn(await client.json(path));
  const labels = await gathered(pagesOf(client, `${path}/labels`));
  const milestones = await gathered(pagesOf(client, `${path}/milestones`, { state: 'all' }));
  await fetchIssues(client, path, fetching);

  const name = options.name || textIn(repository.full_name);
  const description = options.description ?? textIn(repository.description);
  const { items: sprints, names } = githubSprints(milestones, people);
  const frame: GithubFrame = { target, people, keepReference: options.keepReference, sprints: names };
  return {
    project: githubProject(template, target, labels, { name, description, isPrivate: options.isPrivate }),
    async *items(): AsyncGenerator<DumpItem> {
      for (const item of sprints) yield { section: 'milestones', item };
      for await (const issue of spool.rows<Json>('issues')) {
        const key = textIn(issue.number);
        const comments = await spool.rowsOf<Json>('comments', key);
        const events = await spool.rowsOf<Json>('events', key);
        if (target === 'issues') yield { section: 'issues', item: githubIssue(issue, comments, events, frame) };
        else yield { section: 'user_stories', item: githubStory(issue, comments, events, frame) };
      }
    },
  };
}

/** Comments and events come for the whole repository: one by one, they would cost a request for each issue. */
async function fetchIssues(client: OutsideClient, path: string, { spool, signal, progress }: Fetching): Promise<void> {
  const oldestFirst = { sort: 'created', direction: 'asc' };
  const lists = [
    { name: 'issues', list: `${path}/issues`, query: { state: 'all', ...oldestFirst }, key: (issue: Json) => textIn(issue.number) },
    { name: 'comments', list: `${path}/issues/comments`, query: oldestFirst, key: (one: Json) => lastSegment(one.issue_url) },
    { name: 'events', list: `${path}/issues/events`, query: {}, key: (event: Json) => textIn(recordIn(event.issue).number) },
  ] as const;
  for (const { name, list, query, key } of lists) {
    for await (const row of pagesOf(client, list, query)) {
      signal.throwIfAborted();
      await spool.add(name, slim(row), key(row));
      progress(name, await spool.count(name));
    }
  }
}

const lastSegment = (address: unknown) => textIn(address).split('/').at(-1) ?? '';

/** Each event carries its whole issue, of which nothing is needed. */
const slim = ({ issue: _issue, ...row }: Json): Json => row;
