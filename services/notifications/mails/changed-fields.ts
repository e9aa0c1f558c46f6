import { valuesDiff } from '../../../lib/history/values-diff';
import type { Block } from '../../../lib/mail';
import { translate } from '../../../lib/text/translate';
import type { Told } from './told';
import type { Words } from './words';

type Values = Pick<Told, 'diff' | 'names'>;
type Item = Record<string, unknown>;

/** Texts are shown as they are after the change. */
const texts = ['description', 'content', 'blocked_note'];

/** What changed, a paragraph for each field. */
export function changedFields({ diff, names }: Values, words: Words, language: string): Block[] {
  const readable = valuesDiff(withoutTexts(diff), names, (name) => translate(name, language));
  const label = (field: string) => words.fields[field] ?? field;
  const blocks = Object.entries(readable).flatMap(([field, value]): Block[] => {
    if (field === 'points') return pairs(value).map(([role, pair]) => `${label(field)} (${role}): ${change(pair, words)}`);
    if (field === 'attachments') return attachmentLines(value, words);
    if (field === 'custom_attributes') return attributeLines(value, words);
    return [`${label(field)}: ${change(value, words)}`];
  });
  const quoted = texts.flatMap((field): Block[] => (diff[field] ? [`${label(field)}:`, { quote: shown(diff[field][1], words) }] : []));
  return [...blocks, ...quoted];
}

const withoutTexts = (diff: Values['diff']) => Object.fromEntries(Object.entries(diff).filter(([field]) => !texts.includes(field)));

const pairs = (value: unknown) => Object.entries((value ?? {}) as Item);

const itemsOf = (value: unknown, key: string) => (value as Record<string, Item[]> | null)?.[key] ?? [];

function change(pair: unknown, words: Words): string {
  const [before, after] = Array.isArray(pair) ? (pair as unknown[]) : [null, pair];
  return `${shown(before, words)} → ${shown(after, words)}`;
}

function shown(value: unknown, words: Words): string {
  if (value === null || value === undefined || value === '') return words.nothing;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (Array.isArray(value)) return value.length === 0 ? words.nothing : value.map((item) => shown(item, words)).join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}

function attachmentLines(value: unknown, words: Words): string[] {
  return (['new', 'changed', 'deleted'] as const).flatMap((key) =>
    itemsOf(value, key).map(({ filename }) => `${words.attachments[key]}: ${shown(filename, words)}`),
  );
}

function attributeLines(value: unknown, words: Words): string[] {
  const line = (name: unknown, pair: unknown) => `${words.fields.custom_attributes ?? ''} “${shown(name, words)}”: ${change(pair, words)}`;
  return [
    ...itemsOf(value, 'new').map((item) => line(item.name, [null, item.value])),
    ...itemsOf(value, 'changed').map(({ name, changes }) => line(name, (changes as Item).value)),
    ...itemsOf(value, 'deleted').map((item) => line(item.name, [item.value, null])),
  ];
}
