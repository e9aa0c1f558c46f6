import type { DumpHistoryEntry } from '../../dumps/types';
import { assignment, inOrder, change, comment, creation, namedChange, plainChange } from '../history';
import { dateIn, dayIn, recordIn, recordsIn, textIn, type Json } from '../read';
import type { JiraCensus } from './census';
import { colourOf } from './colours';
import { fieldsOf, personId, personName, type JiraKind, type JiraRow } from './kinds';
import { jiraRole, pointsName } from './project';

type Change = Parameters<typeof change>[2];

/** Creation, comments and changes of an issue (importers.md, Jira). */
export function jiraHistory(row: JiraRow, census: JiraCensus): DumpHistoryEntry[] {
  const { people } = census.setting;
  const authorOf = (person: unknown) => people.author(personId(person), personName(person));
  const fields = fieldsOf(row);
  const created = dateIn(fields.created);
  const comments = row.comments.flatMap((one) => {
    const at = dateIn(one.created);
    return at === null || textIn(one.body) === '' ? [] : [comment(authorOf(one.author), at, textIn(one.body))];
  });
  const changes = recordsIn(recordIn(row.issue.changelog).histories).flatMap((entry) => {
    const at = dateIn(entry.created);
    const items = at === null ? [] : recordsIn(entry.items).map((item) => changeOf(item, row.kind, census));
    return at === null ? [] : items.flatMap((item) => (item === null ? [] : [change(authorOf(entry.author), at, item)]));
  });
  const first = created === null ? [] : [creation(authorOf(fields.creator), created)];
  return inOrder(first, [...comments, ...changes]);
}

/** What an item of a change log changed here; null for what isn't known here. */
function changeOf(item: Json, kind: JiraKind, census: JiraCensus): Change | null {
  const before = textIn(item.fromString);
  const after = textIn(item['toString']);
  const { people, statuses, columns } = census.setting;
  switch (textIn(item.field)) {
    case 'summary':
      return plainChange('subject', before, after);
    case 'description':
      return plainChange('description', before, after);
    case 'labels':
      return plainChange('tags', wordsOf(before), wordsOf(after));
    case 'status': {
      const nameOf = (id: unknown, name: string) => (columns === null ? name : (columns.get(textIn(id)) ?? null));
      return namedChange('status', statuses[kind], nameOf(item.from, before), nameOf(item.to, after));
    }
    case 'assignee':
      return assignment(people.address(textIn(item.from)), people.address(textIn(item.to)));
    case 'Sprint':
      return namedChange('milestone', [...census.sprintNames.values()], lastOf(before), lastOf(after));
    case 'Story Points':
      return pointsChange(before, after, census.points);
    case 'Epic Color':
      return kind === 'epic' ? plainChange('color', colourOf(before), colourOf(after)) : null;
    case 'Attachment':
      return plainChange('attachments', fileOf(item.from, before), fileOf(item.to, after));
    default:
      return attributeChange(textIn(item.field), before, after, census.attributesOf(kind));
  }
}

const wordsOf = (labels: string): string[] => labels.toLowerCase().split(/\s+/).filter(Boolean);

/** Of the sprints that an issue has been in, the last one counts. */
const lastOf = (sprints: string): string | null => sprints.split(', ').at(-1) || null;

function pointsChange(before: string, after: string, known: readonly number[]): Change | null {
  const names = [pointsName(null), ...known.map(pointsName)];
  const nameOf = (points: string) => pointsName(points === '' ? null : Number(points));
  const role = '1';
  const changed = namedChange('points', names, nameOf(before), nameOf(after));
  const [old, fresh] = (changed?.diff?.points ?? []) as [unknown, unknown];
  return changed && { diff: { points: [{ [role]: old }, { [role]: fresh }] }, values: { ...changed.values, roles: { [role]: jiraRole } } };
}

function fileOf(id: unknown, filename: string): Record<string, unknown>[] {
  if (filename === '') return [];
  const file = { url: '', attached_file: '', thumbnail_file: null, is_deprecated: false, description: '', order: 1 };
  return [{ id: Number(textIn(id)) || 0, filename, ...file }];
}

function attributeChange(field: string, before: string, after: string, attributes: ReturnType<JiraCensus['attributesOf']>): Change | null {
  const index = attributes.findIndex((attribute) => attribute.field === field);
  const attribute = attributes[index];
  if (!attribute || before === after) return null;
  const { name, type } = attribute;
  const valueOf = (text: string) => (type === 'date' ? (dayIn(text) ?? text) : text);
  const listOf = (text: string) => (text === '' ? [] : [{ id: index + 1, name, type, value: valueOf(text) }]);
  return plainChange('custom_attributes', listOf(before), listOf(after));
}
