import { kindOfType, type JiraKind, type JiraRow } from '../../../../lib/importers/jira/kinds';
import { statusesOfTypes } from '../../../../lib/importers/jira/project';
import { recordIn, recordsIn, textIn, type Json } from '../../../../lib/importers/read';
import { OutsideFailure } from '../ask';
import { gathered } from '../inquiries';
import { jiraId } from './client';
import { countedPages } from './pages';
import type { JiraFound, JiraWork } from './work';

/** Fetches a project and all its issues. @throws OutsideFailure */
export async function fetchIssues(work: JiraWork): Promise<JiraFound> {
  const { client, fetching, projectType } = work;
  const path = `/api/2/project/${jiraId(fetching.options.project)}`;
  const project = recordIn(await client.json(path));
  const types = recordsIn(await client.json(`${path}/statuses`));
  const key = textIn(project.key);
  const known = recordsIn(project.issueTypes);
  for (const type of known.length > 0 ? known : types) {
    const jql = `project="${key}" AND issuetype="${textIn(type.id)}" ORDER BY key ASC`;
    const pages = countedPages(client, '/api/2/search', 'issues', { jql, fields: '*all', expand: 'changelog,attachment' });
    for await (const issue of pages) await addIssue(work, issue, kindOfType(type, projectType));
  }
  return {
    name: textIn(project.name),
    description: textIn(project.description),
    setting: { statuses: statusesOfTypes(types, projectType), columns: null, sprints: [] },
  };
}

/** Puts an issue into the spool, with what is asked for it alone. @throws OutsideFailure */
export async function addIssue({ client, fetching }: JiraWork, issue: Json, kind: JiraKind): Promise<void> {
  const { spool, signal, progress } = fetching;
  signal.throwIfAborted();
  const path = `/api/2/issue/${encodeURIComponent(textIn(issue.key))}`;
  const links = recordsIn(await client.json(`${path}/remotelink`).catch(noLinks));
  const comments = await gathered(countedPages(client, `${path}/comment`, 'comments'));
  await spool.add('issues', { kind, issue, comments, links } satisfies JiraRow);
  progress('issues', await spool.count('issues'));
}

/** Links to the outside may be switched off, or not for everybody. */
function noLinks(error: unknown): [] {
  if (error instanceof OutsideFailure && (error.status === 403 || error.status === 404)) return [];
  throw error;
}
