import { jiraKinds, kindOfType, type JiraKind } from '../../../../lib/importers/jira/kinds';
import { statusesOfColumns } from '../../../../lib/importers/jira/project';
import { recordIn, textIn, type Json } from '../../../../lib/importers/read';
import { OutsideFailure } from '../ask';
import { gathered } from '../inquiries';
import { jiraId } from './client';
import { addIssue } from './issues';
import { countedPages } from './pages';
import type { JiraFound, JiraWork } from './work';

const whole = { fields: '*all', expand: 'changelog' };

/** Fetches a board, its sprints and its issues and epics. @throws OutsideFailure */
export async function fetchBoard(work: JiraWork): Promise<JiraFound & { template: string }> {
  const { client, fetching } = work;
  const path = `/agile/1.0/board/${jiraId(fetching.options.project)}`;
  const board = recordIn(await client.json(path));
  const { names, columns } = statusesOfColumns(recordIn(await client.json(`${path}/configuration`)));
  const sprints = await optional(gathered(countedPages(client, `${path}/sprint`, 'values')));
  const seen = new Set<string>();
  for await (const issue of countedPages(client, `${path}/issue`, 'issues', whole)) await addOnce(work, issue, seen);
  // Boards list their epics apart, and those only in short.
  for (const epic of await optional(gathered(countedPages(client, `${path}/epic`, 'values')))) {
    const key = textIn(epic.key);
    if (key === '' || seen.has(key)) continue;
    await addOnce(work, recordIn(await client.json(`/agile/1.0/issue/${encodeURIComponent(key)}`, whole)), seen);
  }
  return {
    name: textIn(board.name),
    description: textIn(board.description),
    template: board.type === 'kanban' ? 'kanban' : 'scrum',
    setting: { statuses: Object.fromEntries(jiraKinds.map((kind) => [kind, names])) as Record<JiraKind, string[]>, columns, sprints },
  };
}

async function addOnce(work: JiraWork, issue: Json, seen: Set<string>): Promise<void> {
  const key = textIn(issue.key);
  if (key === '' || seen.has(key)) return;
  seen.add(key);
  await addIssue(work, issue, kindOfType(recordIn(recordIn(issue.fields).issuetype), work.projectType));
}

/** Kanban boards have no sprints, and refuse to be asked for them. */
async function optional(list: Promise<Json[]>): Promise<Json[]> {
  try {
    return await list;
  } catch (error) {
    if (error instanceof OutsideFailure && (error.status === 400 || error.status === 404)) return [];
    throw error;
  }
}
