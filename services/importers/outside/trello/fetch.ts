import type { DumpItem, DumpSource } from '../../../../lib/dumps/types';
import { recordIn, recordsIn, textIn, type Json } from '../../../../lib/importers/read';
import {
  numberedCards,
  trelloBoard,
  trelloFiles,
  trelloLogo,
  trelloProject,
  trelloStory,
  trelloTask,
  type NumberedCard,
} from '../../../../lib/importers/trello';
import { toldActions } from '../../../../lib/importers/trello-history';
import type { OutsideClient } from '../ask';
import { fetchFile, fetchFiles } from '../files';
import { importLimits } from '../inquiries';
import type { Fetching } from '../system';
import { boardId, trelloClient } from './client';

/** Everything of a board but the history of its cards. */
const wholeBoard = {
  fields: 'name,desc',
  cards: 'all',
  card_fields: 'id,idList,idMembers,labels,name,desc,due,closed,pos,dateLastActivity,url',
  card_attachments: 'true',
  labels: 'all',
  labels_limit: 1000,
  lists: 'all',
  list_fields: 'id,name,closed,pos',
  checklists: 'all',
  checklist_fields: 'id,idCard,pos',
  organization: 'true',
  organization_fields: 'logoHash,logoUrl',
};

const mostActions = 1000;

/** Fetches a board with its cards (importers.md, Trello). @throws OutsideFailure */
export async function fetchBoard(fetching: Fetching): Promise<DumpSource> {
  const { node, access, options, people, spool } = fetching;
  const client = trelloClient(node, access, importLimits);
  const template = await fetching.template(options.template ?? 'kanban');
  const board = recordIn(await client.json(`/board/${boardId(options.project)}`, wholeBoard));
  const frame = trelloBoard(board, people, options.keepReference);
  const cards = numberedCards(board, frame);
  await fetchActions(client, cards, fetching);

  const name = options.name || textIn(board.name);
  const description = options.description ?? textIn(board.desc);
  const logo = trelloLogo(board);
  const project = trelloProject(template, board, frame, { name, description, isPrivate: options.isPrivate });
  return {
    project: { ...project, logo: logo === null ? null : await fetchFile(client, fetching, 'logo.png', logo) },
    async *items(): AsyncGenerator<DumpItem> {
      for (const numbered of cards) {
        const actions = await spool.rowsOf<Json>('actions', textIn(numbered.card.id));
        const files = trelloFiles(numbered.card).map((file) => ({ ...file, owner: people.address(file.owner) }));
        yield { section: 'user_stories', item: trelloStory(numbered, actions, frame, await fetchFiles(client, fetching, files)) };
      }
      for (const { ref, tasks } of cards) {
        for (const [index, task] of tasks.entries()) yield { section: 'tasks', item: trelloTask(task, ref, index + 1) };
      }
    },
  };
}

async function fetchActions(client: OutsideClient, cards: readonly NumberedCard[], { spool, signal, progress }: Fetching): Promise<void> {
  for (const [index, { card }] of cards.entries()) {
    signal.throwIfAborted();
    const id = textIn(card.id);
    for await (const action of actionsOf(client, id)) await spool.add('actions', action, id);
    progress('cards', index + 1);
  }
}

/** All actions of a card, newest first, as many at a time as Trello gives. */
async function* actionsOf(client: OutsideClient, card: string): AsyncGenerator<Json> {
  const query = { filter: toldActions.join(','), limit: mostActions };
  let before: { before?: string } = {};
  for (;;) {
    const actions = recordsIn(await client.json(`/card/${encodeURIComponent(card)}/actions`, { ...query, ...before }));
    yield* actions;
    const last = textIn(actions.at(-1)?.date);
    if (actions.length === 0 || last === '' || last === before.before) return;
    before = { before: last };
  }
}
