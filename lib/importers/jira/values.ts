import { cut } from '../template';
import { dayIn, recordIn, recordsIn, textIn, type Json } from '../read';
import { fieldsOf, type JiraRow } from './kinds';

/** A custom attribute that fields of issues become. */
export interface JiraAttribute {
  name: string;
  type: 'text' | 'multiline' | 'date' | 'richtext';
  /** Its name in change logs. */
  field: string;
  /** '' for none. */
  read(row: JiraRow, server: string): string;
}

const longestName = 64;

const plain = (name: string, type: JiraAttribute['type'], field: string, read: (fields: Json) => string): JiraAttribute => ({
  name,
  type,
  field,
  read: (row) => read(fieldsOf(row)),
});

const namesIn = (value: unknown): string =>
  recordsIn(value)
    .map(({ name }) => textIn(name))
    .join(', ');

const standard: readonly JiraAttribute[] = [
  plain('Due date', 'date', 'duedate', ({ duedate }) => dayIn(duedate) ?? ''),
  plain('Priority', 'text', 'priority', ({ priority }) => textIn(recordIn(priority).name)),
  plain('Resolution', 'text', 'resolution', ({ resolution }) => textIn(recordIn(resolution).name)),
  plain('Resolution date', 'date', 'resolutiondate', ({ resolutiondate }) => dayIn(resolutiondate) ?? ''),
  plain('Environment', 'text', 'environment', ({ environment }) => textIn(environment)),
  plain('Components', 'text', 'Component', ({ components }) => namesIn(components)),
  plain('Affects Version/s', 'text', 'Version', ({ versions }) => namesIn(versions)),
  plain('Fix Version/s', 'text', 'Fix Version', ({ fixVersions }) => namesIn(fixVersions)),
  { name: 'Links', type: 'richtext', field: 'Link', read: linksOf },
];

/** Fields that become more than a custom attribute, by the end of their type. */
const specialTypes: Readonly<Record<string, keyof SpecialFields>> = {
  'gh-sprint': 'sprint',
  'gh-epic-link': 'epicLink',
  'gh-epic-color': 'epicColor',
};
const unwantedTypes = new Set(['gh-lexo-rank', 'gh-epic-label', 'gh-epic-status']);

/** Ids of the fields that Jira Software adds; null where it isn't there. */
export interface SpecialFields {
  storyPoints: string | null;
  sprint: string | null;
  epicLink: string | null;
  epicColor: string | null;
}

/** What the fields of a server become. @param list of `GET /field` */
export function attributesOf(list: readonly Json[]): { attributes: JiraAttribute[]; special: SpecialFields } {
  const special: SpecialFields = { storyPoints: null, sprint: null, epicLink: null, epicColor: null };
  const attributes: JiraAttribute[] = [...standard];
  const names = new Set(attributes.map(({ name }) => name));
  for (const field of list) {
    const id = textIn(field.id);
    if (field.custom !== true || id === '') continue;
    const type = textIn(recordIn(field.schema).custom).split(':').at(-1) ?? '';
    const role = textIn(field.name).toLowerCase() === 'story points' ? 'storyPoints' : specialTypes[type];
    const name = cut(textIn(field.name), longestName);
    if (role) special[role] ??= id;
    else if (!unwantedTypes.has(type) && name !== '' && !names.has(name)) {
      names.add(name);
      attributes.push(customAttribute(field, id, name));
    }
  }
  return { attributes, special };
}

function customAttribute(field: Json, id: string, name: string): JiraAttribute {
  const { type, custom } = recordIn(field.schema);
  const isDate = type === 'date' || type === 'datetime';
  const attributeType = isDate ? 'date' : textIn(custom).endsWith(':textarea') ? 'multiline' : 'text';
  return plain(name, attributeType, textIn(field.name), (fields) => (isDate ? (dayIn(fields[id]) ?? '') : shown(fields[id])));
}

/** A value of a custom field as text: options, people and lists of them have names. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).filter(Boolean).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'object' || value === null) return textIn(value);
  const { value: option, child, displayName, name } = value as Json;
  const own = textIn(option) || textIn(displayName) || textIn(name);
  return child === undefined ? own : [own, shown(child)].filter(Boolean).join(' - ');
}

/** Links to other issues and to the outside, as a list. */
function linksOf(row: JiraRow, server: string): string {
  const issues = recordsIn(fieldsOf(row).issuelinks).flatMap((link) => {
    const outward = recordIn(link.outwardIssue);
    const other = textIn(outward.key) ? outward : recordIn(link.inwardIssue);
    const type = recordIn(link.type);
    const key = textIn(other.key);
    const says = textIn(other === outward ? type.outward : type.inward);
    return key === ''
      ? []
      : [`* ${says}: ${markdownLink(`${key} ${textIn(recordIn(other.fields).summary)}`.trim(), `${server}/browse/${key}`)}`];
  });
  const outside = row.links.flatMap(({ object }) => {
    const { url, title } = recordIn(object);
    return textIn(url) === '' ? [] : [`* ${markdownLink(textIn(title) || textIn(url), textIn(url))}`];
  });
  return [...issues, ...outside].join('\n');
}

const markdownLink = (text: string, address: string): string =>
  `[${text.replace(/[[\]]/g, '\\$&')}](${address.replace(/[()\s]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)})`;
