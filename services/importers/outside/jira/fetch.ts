import type { DumpItem, DumpSource } from '../../../../lib/dumps/types';
import { JiraCensus } from '../../../../lib/importers/jira/census';
import { jiraEpic, jiraFiles, jiraIssue, jiraStory, jiraTask } from '../../../../lib/importers/jira/elements';
import type { JiraKind, JiraProjectType, JiraRow } from '../../../../lib/importers/jira/kinds';
import { jiraProject, jiraSprints } from '../../../../lib/importers/jira/project';
import { recordsIn, textIn } from '../../../../lib/importers/read';
import { now } from '../../../../lib/resource/values';
import type { OutsideClient } from '../ask';
import { fetchFiles } from '../files';
import { importLimits } from '../inquiries';
import type { Fetching, ImportOptions } from '../system';
import { fetchBoard } from './board';
import { jiraClient } from './client';
import { fetchIssues } from './issues';

/** How a project is read when nothing is said, by its template. */
export function projectTypeOf({ projectType, template }: ImportOptions): JiraProjectType {
  return (projectType || (template === 'kanban' ? 'kanban' : 'scrum')) as JiraProjectType;
}

/** Fetches a project or a board with its issues (importers.md, Jira). @throws OutsideFailure */
export async function fetchJira(fetching: Fetching): Promise<DumpSource> {
  const { node, access, options, people, spool } = fetching;
  const client = jiraClient(node, access, importLimits);
  const projectType = projectTypeOf(options);
  const work = { client, fetching, projectType };
  const isBoard = options.importerType === 'agile';
  const { template: slug, ...found } = isBoard ? await fetchBoard(work) : { ...(await fetchIssues(work)), template: null };
  const template = await fetching.template(slug ?? (projectType === 'kanban' ? 'kanban' : 'scrum'));
  const fields = await client.json('/api/2/field');
  const server = access.url ?? '';
  const census = new JiraCensus({ ...found.setting, server, fields: recordsIn(fields), people, keepReference: options.keepReference });
  for await (const row of spool.rows<JiraRow>('issues')) census.add(row);
  census.complete();

  const wishes = { name: options.name || found.name, description: options.description ?? found.description, isPrivate: options.isPrivate };
  const project = jiraProject(template, census, wishes);
  const types = (project.issue_types ?? []).map(({ name }) => name);
  const items = async function* (): AsyncGenerator<DumpItem> {
    for (const item of jiraSprints(census, now().slice(0, 10))) yield { section: 'milestones', item };
    for (const kind of inTurn) {
      for await (const row of spool.rows<JiraRow>('issues')) {
        if (row.kind === kind) yield await itemOf(row, { client, fetching, census, types });
      }
    }
  };
  return { project, items };
}

/** What an element names comes before it. */
const inTurn: readonly JiraKind[] = ['issue', 'userstory', 'epic', 'task'];

interface Making {
  client: OutsideClient;
  fetching: Fetching;
  census: JiraCensus;
  types: readonly string[];
}

async function itemOf(row: JiraRow, { client, fetching, census, types }: Making): Promise<DumpItem> {
  fetching.progress('files', census.placeOf(textIn(row.issue.key))?.ref ?? 0);
  const attachments = await fetchFiles(client, fetching, jiraFiles(row, census));
  if (row.kind === 'issue') return { section: 'issues', item: jiraIssue(row, census, attachments, types) };
  if (row.kind === 'epic') return { section: 'epics', item: jiraEpic(row, census, attachments) };
  if (row.kind === 'task') return { section: 'tasks', item: jiraTask(row, census, attachments) };
  return { section: 'user_stories', item: jiraStory(row, census, attachments) };
}
