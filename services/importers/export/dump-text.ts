import type { Caller, NodeTools } from '../../../lib/contracts/node';
import type { PortableDocument, PortableService } from '../../../lib/contracts/portable-actions';
import type { Filter } from '../../../lib/contracts/store';
import type { ProjectContext } from '../../../lib/contracts/project-context';
import { base64Of } from '../../../lib/dumps/base64';
import { attachmentOut, itemsOut, peopleIn } from '../../../lib/dumps/elements-out';
import { historyOut, peopleInHistory, timelineOut } from '../../../lib/dumps/history-out';
import { sectionPlaces, type HistoryKind, type SectionPlace } from '../../../lib/dumps/kinds';
import type { Names } from '../../../lib/dumps/names';
import { projectOut } from '../../../lib/dumps/project-out';
import { sectionNames, type SectionName } from '../../../lib/dumps/types';
import { notFound } from '../../../lib/errors';
import { Grouped } from './grouped';
import { attachmentsOfElements, historyOfElements, pagesByKey, portablePage, timelinePages } from './pages';
import { KnownPeople } from './people';

/** What an export works with; the work of a job is one. */
export interface ExportWorker {
  node: NodeTools;
  call: Caller;
  signal: AbortSignal;
  progress(step: string, done: number): void;
}

type ListName = Exclude<SectionName, 'timeline'>;

/** Writes the dump of one project piece by piece: whatever its size, a page of documents and a piece of a file are in memory. */
export class DumpText {
  private readonly people: KnownPeople;
  private readonly milestones = new Map<number, string>();
  private readonly storyRefs = new Map<number, number>();
  private readonly names: Names;
  private done = 0;

  private constructor(
    private readonly worker: ExportWorker,
    private readonly context: ProjectContext,
  ) {
    this.people = new KnownPeople(worker.node, worker.call);
    this.names = {
      context,
      person: (id) => this.people.of(id),
      milestone: (id) => this.milestones.get(id),
      storyRef: (id) => this.storyRefs.get(id),
    };
  }

  /** @throws 404 for an unknown project */
  static async of(worker: ExportWorker, project: number): Promise<DumpText> {
    const [context] = await worker.call('projects.contexts', { ids: [project] });
    if (!context) throw notFound('Project');
    return new DumpText(worker, context);
  }

  /** The project as if nothing were in its lists; of the timeline nothing is told. */
  async *projectAlone(): AsyncGenerator<string> {
    const lists = sectionNames.filter((section) => section !== 'timeline');
    yield* this.project();
    for (const section of lists) yield `,${JSON.stringify(section)}:[]`;
    yield '}';
  }

  /** One item of a list by its id. */
  async *single(section: ListName, id: number): AsyncGenerator<string> {
    const { call } = this.worker;
    const project = this.context.id;
    const { kind, key, ...place } = sectionPlaces[section];
    const find = async (at: { service: PortableService; collection: string }, where: Filter) =>
      (await portablePage(call, at.service, { collection: at.collection, project, where, sort: ['id'] })).documents;
    const page = await find(place, { id });
    await this.people.learn(peopleIn(page));
    for (const { milestone, user_story: story } of page) {
      if (typeof milestone === 'number') this.remember('milestones', await find(sectionPlaces.milestones, { id: milestone }));
      if (typeof story === 'number') this.remember('user_stories', await find(sectionPlaces.user_stories, { id: story }));
    }
    if (kind) for await (const { text } of this.elements(section, { ...place, key, kind }, page)) yield text;
    else for (const document of page) yield JSON.stringify(itemsOut[section](document, this.names));
  }

  async *pieces(): AsyncGenerator<string> {
    yield* this.project();
    for (const section of sectionNames) {
      yield `,${JSON.stringify(section)}:[`;
      let first = true;
      for await (const piece of section === 'timeline' ? this.timeline() : this.list(section)) {
        // Each item begins with its brace; the comma goes before all but the first.
        if (piece.begins && !first) yield ',';
        first = false;
        yield piece.text;
      }
      yield ']';
    }
    yield '}';
  }

  /** Without the brace at its end: the lists follow. */
  private async *project(): AsyncGenerator<string> {
    const { call, node } = this.worker;
    const project = this.context.id;
    const [stored, watchers] = await Promise.all([
      call('projects.portableProject', { project }),
      call('notifications.projectWatchers', { project }),
    ]);
    if (!stored) throw notFound('Project');
    const memberships: PortableDocument[] = [];
    const place = { service: 'memberships', collection: 'memberships', key: 'id' } as const;
    for await (const page of pagesByKey(call, place, project)) memberships.push(...page);
    await this.people.learn([...watchers, ...peopleIn([stored.project, ...memberships])]);
    yield `${JSON.stringify(projectOut({ ...stored, watchers, memberships }, this.names)).slice(0, -1)},"logo":`;
    const logo = stored.logo === null ? null : await node.files.get(stored.logo);
    if (logo) yield* fileText(String(stored.logo), logo.stream);
    else yield 'null';
  }

  private async *list(section: ListName): AsyncGenerator<Piece> {
    const place = sectionPlaces[section];
    for await (const page of pagesByKey(this.worker.call, place, this.context.id)) {
      await this.people.learn(peopleIn(page));
      this.remember(section, page);
      if (place.kind) yield* this.elements(section, { ...place, kind: place.kind }, page);
      else for (const document of page) yield begin(JSON.stringify(itemsOut[section](document, this.names)));
      this.count(section, page.length);
    }
  }

  /** What later lists name. */
  private remember(section: ListName, page: readonly PortableDocument[]): void {
    for (const { id, name, ref } of page) {
      if (section === 'milestones') this.milestones.set(id as number, String(name));
      if (section === 'user_stories') this.storyRefs.set(id as number, ref as number);
    }
  }

  private async *elements(
    section: ListName,
    { kind, key }: SectionPlace & { kind: HistoryKind },
    page: readonly PortableDocument[],
  ): AsyncGenerator<Piece> {
    const { call } = this.worker;
    const project = this.context.id;
    // What belongs to elements comes in the order of their ids, whatever the order of the list.
    const groups = key === 'id' ? [page] : page.map((document) => [document]);
    for (const group of groups) {
      const ids = group.map(({ id }) => id as number);
      const files = new Grouped(attachmentsOfElements(call, project, kind, ids), 'object_id', (found) =>
        this.people.learn(peopleIn(found)),
      );
      const history = new Grouped(historyOfElements(call, project, kind, ids), 'object', (found) =>
        this.people.learn(peopleInHistory(found)),
      );
      for (const document of group)
        yield* this.element(itemsOut[section](document, this.names), files.of(document.id), history.of(document.id));
    }
  }

  private async *element(
    item: Record<string, unknown>,
    files: AsyncIterable<PortableDocument>,
    history: AsyncIterable<PortableDocument>,
  ): AsyncGenerator<Piece> {
    this.worker.signal.throwIfAborted();
    yield begin('{"attachments":[');
    let comma = '';
    for await (const attachment of files) {
      for await (const text of this.attachment(attachment)) {
        yield more(comma + text);
        comma = '';
      }
      comma = ',';
    }
    yield more('],"history":[');
    comma = '';
    for await (const entry of history) {
      yield more(comma + JSON.stringify(historyOut(entry, this.names)));
      comma = ',';
    }
    yield more(`],${JSON.stringify(item).slice(1)}`);
  }

  /** The record and its file; a file that is lost is left empty. */
  private async *attachment(document: PortableDocument): AsyncGenerator<string> {
    const path = String(document.attached_file);
    const found = await this.worker.node.files.get(path);
    yield `${JSON.stringify(attachmentOut(document, this.names)).slice(0, -1)},"attached_file":`;
    yield* fileText(path, found?.stream ?? null);
    yield '}';
  }

  private async *timeline(): AsyncGenerator<Piece> {
    for await (const page of timelinePages(this.worker.call, this.context.id)) {
      await this.people.learn(peopleInHistory(page));
      for (const entry of page) yield begin(JSON.stringify(timelineOut(entry, this.names)));
      this.count('timeline', page.length);
    }
  }

  private count(section: SectionName, items: number): void {
    this.worker.signal.throwIfAborted();
    this.done += items;
    this.worker.progress(section, this.done);
  }
}

/** A file with its content, or without any. */
async function* fileText(path: string, content: AsyncIterable<Buffer> | null): AsyncGenerator<string> {
  yield `{"name":${JSON.stringify(path.split('/').pop() ?? 'file')},"data":"`;
  if (content) yield* base64Of(content);
  yield '"}';
}

/** A piece of the text of a list, and whether an item begins with it. */
interface Piece {
  text: string;
  begins: boolean;
}

const begin = (text: string): Piece => ({ text, begins: true });
const more = (text: string): Piece => ({ text, begins: false });
