import type { DumpHistoryEntry } from '../dumps/types';
import { inOrder, change, comment, creation, namedChange, plainChange } from './history';
import { dateIn, dayIn, recordIn, textIn, type Json } from './read';
import type { OutsidePeople } from './people';

/** What the actions of a card tell. */
export interface CardPast {
  created: string | null;
  /** Who made it, by address; null for somebody who isn't bound. */
  owner: string | null;
  history: DumpHistoryEntry[];
}

/** What all cards of a board have in common. */
export interface TrelloFrame {
  people: OutsidePeople;
  /** Our names of all lists by their id, closed ones too: cards may have come from there. */
  statuses: ReadonlyMap<string, string>;
}

type Change = Parameters<typeof change>[2];

const creations = new Set(['createCard', 'copyCard', 'copyCommentCard', 'convertToCardFromCheckItem']);
const comments = new Set(['commentCard', 'copyCommentCard']);

/** The actions that tell anything of a card, for the query. */
export const toldActions = [...new Set([...creations, ...comments, 'updateCard'])];

/** Creation, comments and changes of a card (importers.md, Trello). @param actions in any order */
export function trelloHistory(actions: readonly Json[], frame: TrelloFrame): CardPast {
  const inTurn = [...actions].sort((one, other) => (textIn(one.date) < textIn(other.date) ? -1 : 1));
  const first = inTurn.find(({ type }) => creations.has(textIn(type)));
  const created = dateIn(first?.date);
  const author = (action: Json) => {
    const { id, fullName, username } = recordIn(action.memberCreator);
    return frame.people.author(textIn(id) || textIn(action.idMemberCreator), textIn(fullName) || textIn(username));
  };
  const told = inTurn.flatMap((action): DumpHistoryEntry[] => {
    const at = dateIn(action.date);
    if (at === null) return [];
    const said = comments.has(textIn(action.type)) ? textIn(recordIn(action.data).text) : '';
    const changes = action.type === 'updateCard' ? changesOf(recordIn(action.data), frame) : [];
    return [...(said === '' ? [] : [comment(author(action), at, said)]), ...changes.map((one) => change(author(action), at, one))];
  });
  const beginning = first && created !== null ? [creation(author(first), created)] : [];
  return { created, owner: first ? (author(first)[0] ?? null) : null, history: inOrder(beginning, told) };
}

/** One action may change several fields. */
function changesOf({ old: before, card: after, listBefore, listAfter }: Json, { statuses }: TrelloFrame): Change[] {
  const [old, fresh] = [recordIn(before), recordIn(after)];
  const changes: (Change | null)[] = [];
  if ('desc' in old) changes.push(plainChange('description', textIn(old.desc), textIn(fresh.desc)));
  if ('name' in old) changes.push(plainChange('subject', textIn(old.name), textIn(fresh.name)));
  if ('idList' in old) {
    const nameOf = (id: unknown, list: unknown) => statuses.get(textIn(id) || textIn(recordIn(list).id)) ?? null;
    const to = nameOf(fresh.idList, listAfter);
    changes.push(namedChange('status', [...statuses.values()], nameOf(old.idList, listBefore), to));
  }
  if ('due' in old) changes.push(plainChange('custom_attributes', dueOf(old.due), dueOf(fresh.due)));
  return changes.filter((one) => one !== null);
}

function dueOf(value: unknown): Record<string, unknown>[] {
  const day = dayIn(value);
  return day === null ? [] : [{ id: 1, name: 'Due', type: 'date', value: day }];
}
