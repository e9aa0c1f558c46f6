import type { DumpAttachment, DumpProject, DumpSetting, DumpTask, DumpUserStory } from '../dumps/types';
import type { OutsidePeople } from './people';
import { dateIn, dayIn, numberIn, recordIn, recordsIn, textIn, textOrNull, textsIn, type Json } from './read';
import { cut, projectOf, uniqueNames, type ProjectWishes } from './template';
import { trelloHistory, type CardPast, type TrelloFrame } from './trello-history';

/** Name of the role that people of Trello get. */
export const trelloRole = 'Trello';

/** The custom attribute with the day on which a card is due. */
export const dueAttribute = 'Due';

/** How Trello paints its labels; shades have their own names. */
const colours: Readonly<Record<string, string>> = {
  green: '#61bd4f',
  yellow: '#f2d600',
  orange: '#ff9f1a',
  red: '#eb5a46',
  purple: '#c377e0',
  blue: '#0079bf',
  sky: '#00c2e0',
  lime: '#51e898',
  pink: '#ff78cb',
  black: '#344563',
};

/** A board with what its cards have in common. */
export interface TrelloBoard extends TrelloFrame {
  keepReference: boolean;
  /** Ids of the lists whose cards are imported. */
  open: ReadonlySet<string>;
}

/** A card that becomes a story, with the refs that it and its check items get. */
export interface NumberedCard {
  card: Json;
  ref: number;
  tasks: { item: Json; ref: number }[];
}

const byPosition = (items: readonly Json[]): Json[] =>
  [...items].sort((one, other) => (numberIn(one.pos) ?? 0) - (numberIn(other.pos) ?? 0));

/** What the cards of a board have in common. */
export function trelloBoard(board: Json, people: OutsidePeople, keepReference: boolean): TrelloBoard {
  const lists = byPosition(recordsIn(board.lists));
  // Names of open lists come first, so that they stay as they are.
  const ordered = [...lists.filter(({ closed }) => closed !== true), ...lists.filter(({ closed }) => closed === true)];
  const names = uniqueNames(
    ordered.map(({ name }) => textIn(name)),
    255,
  );
  return {
    people,
    keepReference,
    statuses: new Map(ordered.map(({ id }, index) => [textIn(id), names[index] ?? ''])),
    open: new Set(lists.filter(({ closed }) => closed !== true).map(({ id }) => textIn(id))),
  };
}

/** The project of a board (importers.md, Trello). */
export function trelloProject(template: Json, board: Json, frame: TrelloBoard, wishes: ProjectWishes): DumpProject {
  const project = projectOf(template, trelloRole, wishes);
  const names = [...frame.statuses].filter(([id]) => frame.open.has(id)).map(([, name]) => name);
  const statuses = names.map((name, index): DumpSetting => ({
    name,
    order: index + 1,
    is_closed: false,
    is_archived: false,
    color: '#999999',
    wip_limit: null,
  }));
  return {
    ...project,
    ...(statuses.length > 0 && { us_statuses: statuses, default_us_status: names[0] }),
    task_statuses: [
      { name: 'Incomplete', slug: 'incomplete', order: 1, is_closed: false, color: '#FF8A84' },
      { name: 'Complete', slug: 'complete', order: 2, is_closed: true, color: '#669900' },
    ],
    default_task_status: 'Incomplete',
    userstorycustomattributes: [{ name: dueAttribute, description: '', type: 'date', order: 1 }],
    tags_colors: coloursOf(recordsIn(board.labels)),
  };
}

function coloursOf(labels: readonly Json[]): [string, string | null][] {
  const known = new Map<string, string | null>();
  for (const label of labels) {
    const tag = tagOf(label);
    if (tag !== null && !known.has(tag)) known.set(tag, colours[textIn(label.color).split('_')[0] ?? ''] ?? null);
  }
  return [...known];
}

/** A label is called by its name or, without one, by its colour. */
const tagOf = (label: Json): string | null => (textIn(label.name) || textIn(label.color)).toLowerCase() || null;

/** The cards that are imported, each with its check items, numbered in turn. */
export function numberedCards(board: Json, { open }: TrelloBoard): NumberedCard[] {
  const items = new Map<string, Json[]>();
  for (const list of byPosition(recordsIn(board.checklists))) {
    const card = textIn(list.idCard);
    items.set(card, [...(items.get(card) ?? []), ...byPosition(recordsIn(list.checkItems))]);
  }
  let ref = 0;
  const wanted = recordsIn(board.cards).filter(({ closed, idList }) => closed !== true && open.has(textIn(idList)));
  return wanted.map((card) => ({
    card,
    ref: ++ref,
    tasks: (items.get(textIn(card.id)) ?? []).map((item) => ({ item, ref: ++ref })),
  }));
}

/** A user story of a card with its actions. */
export function trelloStory(
  { card, ref }: NumberedCard,
  actions: readonly Json[],
  frame: TrelloBoard,
  attachments: DumpAttachment[],
): DumpUserStory {
  const members = textsIn(card.idMembers);
  const past: CardPast = trelloHistory(actions, frame);
  const position = Math.round(numberIn(card.pos) ?? 0);
  const address = textOrNull(card.url);
  const due = dayIn(card.due);
  return {
    ref,
    subject: cut(textIn(card.name), 500) || `#${ref}`,
    description: textIn(card.desc),
    status: frame.statuses.get(textIn(card.idList)) ?? null,
    owner: past.owner,
    assigned_to: frame.people.address(members[0] ?? ''),
    watchers: frame.people.addressesOf(members.slice(1)),
    tags: [...new Set(recordsIn(card.labels).flatMap((label) => tagOf(label) ?? []))],
    backlog_order: position,
    kanban_order: position,
    sprint_order: position,
    created_date: past.created ?? momentOf(textIn(card.id)) ?? dateIn(card.dateLastActivity) ?? undefined,
    modified_date: dateIn(card.dateLastActivity) ?? undefined,
    external_reference: frame.keepReference && address ? ['trello', address] : null,
    custom_attributes_values: due === null ? {} : { [dueAttribute]: due },
    attachments,
    history: past.history,
  };
}

/** Ids of Trello begin with the seconds of their making. */
function momentOf(id: string): string | null {
  return /^[0-9a-f]{24}$/i.test(id) ? dateIn(new Date(Number.parseInt(id.slice(0, 8), 16) * 1000).toISOString()) : null;
}

/** A task of a check item. */
export function trelloTask({ item, ref }: NumberedCard['tasks'][number], story: number, order: number): DumpTask {
  return {
    ref,
    subject: cut(textIn(item.name), 500) || `#${ref}`,
    status: item.state === 'complete' ? 'Complete' : 'Incomplete',
    user_story: story,
    us_order: order,
    taskboard_order: order,
  };
}

/** What is known of the files of a card: links, which have no size, aren't files. */
export function trelloFiles(card: Json): { name: string; address: string; created: string | null; owner: string }[] {
  return recordsIn(card.attachments).flatMap((file) => {
    const address = textIn(file.url);
    if (!numberIn(file.bytes) || address === '') return [];
    return [{ name: textIn(file.name) || 'file', address, created: dateIn(file.date), owner: textIn(file.idMember) }];
  });
}

/** Where the picture of the board's organization is; null without one. */
export function trelloLogo(board: Json): string | null {
  const { logoUrl, logoHash } = recordIn(board.organization);
  if (textIn(logoUrl)) return `${textIn(logoUrl)}/170.png`;
  return /^[0-9a-f]+$/i.test(textIn(logoHash)) ? `https://trello-logos.s3.amazonaws.com/${textIn(logoHash)}/170.png` : null;
}
