import type { DumpAttachment, DumpElement, DumpEpic, DumpIssue, DumpTask, DumpUserStory } from '../../dumps/types';
import { dateIn, recordIn, recordsIn, textIn, textsIn } from '../read';
import { cut } from '../template';
import type { JiraCensus } from './census';
import { colourOf } from './colours';
import { jiraHistory } from './history';
import { fieldsOf, personId, type JiraRow } from './kinds';
import { jiraRole, pointsName } from './project';

/** A user story of an issue. */
export function jiraStory(row: JiraRow, census: JiraCensus, attachments: DumpAttachment[]): DumpUserStory {
  const { element, ref, milestone } = elementOf(row, census, attachments);
  const order = { backlog_order: ref, kanban_order: ref, sprint_order: ref };
  return { ...element, ...order, milestone, role_points: [{ role: jiraRole, points: pointsName(census.pointsOf(row)) }] };
}

/** A task of a sub-task; it stands alone when what it belongs to is no story. */
export function jiraTask(row: JiraRow, census: JiraCensus, attachments: DumpAttachment[]): DumpTask {
  const { element, ref, milestone } = elementOf(row, census, attachments);
  const parent = census.placeOf(textIn(recordIn(fieldsOf(row).parent).key));
  const story = parent?.kind === 'userstory' ? parent : null;
  return {
    ...element,
    user_story: story?.ref ?? null,
    milestone: story ? story.sprint : milestone,
    us_order: ref,
    taskboard_order: ref,
  };
}

/** An issue of an issue. @param types names of the project's issue types */
export function jiraIssue(row: JiraRow, census: JiraCensus, attachments: DumpAttachment[], types: readonly string[]): DumpIssue {
  const { element, milestone } = elementOf(row, census, attachments);
  const type = textIn(recordIn(fieldsOf(row).issuetype).name);
  return { ...element, milestone, ...(types.includes(type) && { type }) };
}

/** An epic with its stories. */
export function jiraEpic(row: JiraRow, census: JiraCensus, attachments: DumpAttachment[]): DumpEpic {
  const { element, ref } = elementOf(row, census, attachments);
  const stories = census.storiesOf(textIn(row.issue.key));
  return {
    ...element,
    color: colourOf(census.special.epicColor === null ? '' : textIn(fieldsOf(row)[census.special.epicColor])),
    epics_order: ref,
    related_user_stories: stories.map((user_story, index) => ({ user_story, order: index + 1 })),
  };
}

function elementOf(row: JiraRow, census: JiraCensus, attachments: DumpAttachment[]) {
  const { people, server, keepReference } = census.setting;
  const fields = fieldsOf(row);
  const key = textIn(row.issue.key);
  const place = census.placeOf(key);
  const values = census.attributesOf(row.kind).map(({ name, read }) => [name, read(row, server)] as const);
  const ref = place?.ref ?? 0;
  const element: DumpElement = {
    ref,
    subject: cut(textIn(fields.summary), 500) || key,
    description: textIn(fields.description),
    status: census.statusOf(row),
    owner: people.address(personId(fields.creator)),
    assigned_to: people.address(personId(fields.assignee)),
    tags: [...new Set(textsIn(fields.labels).map((label) => label.toLowerCase()))].filter((tag) => tag !== ''),
    created_date: dateIn(fields.created) ?? undefined,
    modified_date: dateIn(fields.updated) ?? undefined,
    external_reference: keepReference ? ['jira', `${server}/browse/${key}`] : null,
    custom_attributes_values: Object.fromEntries(values.filter(([, value]) => value !== '')),
    attachments,
    history: jiraHistory(row, census),
  };
  return { element, ref, milestone: place?.sprint ?? null };
}

/** What is known of the files of an issue. */
export function jiraFiles(row: JiraRow, census: JiraCensus) {
  return recordsIn(fieldsOf(row).attachment).flatMap((file) => {
    const address = textIn(file.content);
    const owner = census.setting.people.address(personId(file.author));
    return address === '' ? [] : [{ name: textIn(file.filename) || 'file', address, created: dateIn(file.created), owner }];
  });
}
