import { chunksOf } from '../../../lib/chunks';
import { apiErrorOf } from '../../../lib/errors';
import type { FieldErrors } from '../../../lib/resource/define';
import type { PortableDocument, PortableService, Restored } from '../../../lib/contracts/portable-actions';
import type { AttachmentFacts } from '../../../lib/contracts/attachment-actions';
import { historyIn, isComment, timelineIn } from '../../../lib/dumps/read/history-in';
import { addressesInItem, itemsIn, type KnownElement, type Lookups } from '../../../lib/dumps/read/items-in';
import { kindsOfHistory, sectionPlaces, type HistoryKind, type SectionPlace } from '../../../lib/dumps/kinds';
import { sectionNames, type DumpItem, type SectionName } from '../../../lib/dumps/types';
import { now } from '../../../lib/resource/values';
import type { KnownAccounts } from './accounts';
import { attachmentValues, fileOf, hasReadableFiles, keepFile } from './attached-files';
import { nextFreeSlug, slugOrNull } from '../../../lib/text/slug';
import { dumpError, stepOfSection } from './errors';
import { RefCounter } from './ref-counter';
import type { SetUpProject } from './set-up';
import type { ImportWorker } from './worker';

type Values = Record<string, unknown>;
type ListName = Exclude<SectionName, 'timeline'>;

/** Documents of one call; calls also stay below a number of bytes. */
const mostDocuments = 100;
const mostBytes = 400_000;
/** Of what is stored for them, which has more parts than they have. */
const callLimits = { items: 2 * mostDocuments, characters: mostBytes };
/** Numbers of events that are taken at a time. */
const eventBlock = 1_000_000;
/** Errors of one list that are told. */
const mostErrors = 50;

const elementSections = new Set<SectionName>(['issues', 'user_stories', 'epics', 'tasks']);

export interface SectionOptions {
  /** Where the project is in use: takes the next ref of it. @returns the ref */
  takeRef?: () => Promise<number>;
  /** Histories of elements are told in the timeline, too. */
  tellsHistory?: boolean;
}

/** An item on its way: as it came, and as it is stored. */
interface Incoming {
  item: Values;
  values: Values;
  entries: Values[];
}

/** Brings the long lists of a project in, item after item. What later items name is remembered by name or ref only. */
export class SectionImport {
  /** By the owner and collection: documents whose texts name elements. */
  readonly unfinished = new Map<string, (number | string)[]>();
  /** Stories that were made of tasks, by the ref of the task. */
  readonly storiesOfTasks: { story: number; task: number }[] = [];
  /** Stories made of each issue. */
  readonly storiesOfIssues = new Map<number, number[]>();
  hasCreation = false;
  readonly refs = new RefCounter();
  /** Id of what was stored last. */
  lastId = 0;
  readonly tasks = new Map<number, KnownElement>();
  private readonly milestones = new Map<string, number>();
  private readonly stories = new Map<number, KnownElement>();
  private readonly issues = new Map<number, KnownElement>();
  private readonly milestoneSlugs = new Set<string>();
  private readonly slugs = new Map<SectionName, Set<unknown>>();
  private readonly takeRef: (() => Promise<number>) | null;
  private readonly lookups: Lookups & { nameOf(id: number): string };
  private section: SectionName = 'milestones';
  private events = { first: 0, next: -1 };
  private batch: Values[] = [];
  private batchBytes = 0;
  private position = 0;
  private done = 0;
  private errors: FieldErrors[] = [];
  private places: string[] = [];

  constructor(
    private readonly worker: ImportWorker,
    private readonly project: Pick<SetUpProject, 'context' | 'owner'>,
    private readonly accounts: KnownAccounts,
    private readonly options: SectionOptions = {},
  ) {
    this.takeRef = options.takeRef ?? null;
    this.lookups = {
      context: project.context,
      owner: project.owner,
      now: now(),
      account: (address) => accounts.of(address),
      nameOf: (id) => accounts.nameOf(id),
      milestone: (name) => this.milestones.get(name),
      story: (ref) => this.stories.get(ref),
      issue: (ref) => this.issues.get(ref),
    };
  }

  /** Refs were taken. */
  get hasRefs(): boolean {
    return this.refs.highest > 0;
  }

  /** A ref that is in use already. */
  occupy(ref: number): void {
    this.refs.occupy(ref);
  }

  /** What is wrong with an item by itself. */
  errorsOf(section: ListName, item: unknown): FieldErrors {
    return itemsIn[section](item, this.lookups).errors;
  }

  /** Something that was there before and that items may name. */
  know(section: 'milestones' | 'user_stories' | 'issues', document: PortableDocument | undefined): void {
    if (!document) return;
    const id = document.id as number;
    const known = { id, ref: document.ref as number, subject: String(document.subject) };
    if (section === 'milestones') {
      this.milestones.set(String(document.name), id);
      this.milestoneSlugs.add(String(document.slug));
    } else (section === 'issues' ? this.issues : this.stories).set(known.ref, known);
  }

  /** @throws ApiError 400 for bad items, once their list has ended */
  async run(items: AsyncIterable<DumpItem>): Promise<void> {
    for await (const { section, item } of items) {
      if (section !== this.section) await this.turnTo(section);
      this.batch.push(item as unknown as Values);
      this.batchBytes += sizeOf(item);
      if (this.batch.length >= mostDocuments || this.batchBytes >= mostBytes) await this.flush();
    }
    await this.endSection();
  }

  private async turnTo(section: SectionName): Promise<void> {
    await this.endSection();
    if (sectionNames.indexOf(section) < sectionNames.indexOf(this.section)) throw new Error(`${section} comes after ${this.section}`);
    this.section = section;
    this.position = 0;
  }

  private async endSection(): Promise<void> {
    await this.flush();
    if (this.errors.length > 0) throw dumpError(stepOfSection[this.section], { [this.section]: this.errors }, this.places);
  }

  private async flush(): Promise<void> {
    const { batch, section } = this;
    if (batch.length === 0) return;
    this.batch = [];
    this.batchBytes = 0;
    this.worker.signal.throwIfAborted();
    if (section === 'timeline') await this.timeline(batch);
    else await this.list(section, batch);
    this.position += batch.length;
    this.done += batch.length;
    this.worker.progress(stepOfSection[section], this.done);
  }

  private async list(section: ListName, batch: readonly Values[]): Promise<void> {
    await this.accounts.learn(batch.flatMap(addressesInItem));
    const incoming = batch.flatMap((item, index) => this.read(section, item, index) ?? []);
    // After an error the rest is only checked.
    if (this.errors.length > 0 || incoming.length === 0) return;
    if (this.takeRef && elementSections.has(section)) for (const { values } of incoming) values.ref ??= await this.takeRef();
    const place = sectionPlaces[section];
    const restored = await this.restore(
      place.service,
      place.collection,
      incoming.map(({ values, entries }) => ({ ...values, ...(place.kind && entries.length === 0 ? { withSnapshot: true } : {}) })),
    );
    if (place.kind) await this.belongings({ ...place, kind: place.kind }, incoming, restored);
    await this.remember(section, incoming, restored);
  }

  private read(section: ListName, item: Values, index: number): Incoming | null {
    const { values, errors } = itemsIn[section](item, this.lookups);
    this.checkUnique(section, values, errors);
    if (!hasReadableFiles(item)) errors.attachments = ['A file is no base64.'];
    if (this.isRefused(errors, index, values.ref)) return null;
    if (elementSections.has(section) && (values.ref !== undefined || !this.takeRef))
      values.ref = this.refs.next(values.ref as number | undefined);
    if (section === 'milestones') values.slug = this.slugOf(values);
    const history = Array.isArray(item.history) ? (item.history as unknown[]) : [];
    const { kind } = sectionPlaces[section];
    const entries = kind ? history.map((entry) => historyIn(entry, { kind, object: 0 }, this.lookups)) : [];
    if (kind) values.total_comments = entries.filter(isComment).length;
    if (section === 'wiki_pages') values.editions = 1 + entries.filter(({ action, hidden }) => action === 'change' && !hidden).length;
    return { item, values, entries };
  }

  /** Whether an item of the batch is wrong, which is remembered. */
  private isRefused(errors: FieldErrors, index: number, ref?: unknown): boolean {
    if (Object.keys(errors).length === 0) return false;
    if (this.errors.length < mostErrors) {
      this.errors.push(errors);
      this.places.push(`${this.section}[${this.position + index}]${typeof ref === 'number' ? ` (ref ${ref})` : ''}`);
    }
    return true;
  }

  /** Refs, names of sprints and slugs occur once in a project. */
  private checkUnique(section: ListName, values: Values, errors: FieldErrors): void {
    if (typeof values.ref === 'number' && this.refs.isTaken(values.ref)) errors.ref = ['This ref is taken.'];
    if (section === 'milestones') this.checkKey(section, values.name, errors, 'name', 'Duplicated name');
    if (section === 'milestones' && this.milestones.has(String(values.name))) errors.name = ['Duplicated name'];
    if (section === 'wiki_pages')
      this.checkKey(section, values.slug, errors, 'slug', 'Wiki page with this Project and Slug already exists.');
    if (section === 'wiki_links')
      this.checkKey(section, values.href, errors, 'href', 'Wiki link with this Project and Href already exists.');
  }

  private checkKey(section: ListName, key: unknown, errors: FieldErrors, field: string, message: string): void {
    let known = this.slugs.get(section);
    if (!known) this.slugs.set(section, (known = new Set()));
    if (key === undefined || field in errors) return;
    if (known.has(key)) errors[field] = [message];
    known.add(key);
  }

  private slugOf({ slug, name }: Values): string {
    const free = nextFreeSlug(typeof slug === 'string' && slug !== '' ? slug : slugOrNull(String(name)), this.milestoneSlugs);
    this.milestoneSlugs.add(free);
    return free;
  }

  private async restore(service: PortableService, collection: string, documents: readonly Values[]): Promise<Restored[]> {
    const restored: Restored[] = [];
    for (const part of chunksOf(documents, callLimits)) restored.push(...(await this.restorePart(service, collection, part)));
    const unfinished = restored.flatMap(({ id, namesOthers }) => (namesOthers ? [id] : []));
    const key = `${service}.${collection}`;
    const before = this.unfinished.get(key);
    if (before) before.push(...unfinished);
    else if (unfinished.length > 0) this.unfinished.set(key, unfinished);
    return restored;
  }

  /** What only the owner can see, such as a name that is taken, is an error of the item, too. */
  private async restorePart(service: PortableService, collection: string, documents: Values[]): Promise<Restored[]> {
    const { context } = this.project;
    try {
      return await this.worker.call(`${service}.restore`, { collection, context, documents });
    } catch (error) {
      const refusal = apiErrorOf(error);
      if (refusal?.status !== 400) throw error;
      throw dumpError(stepOfSection[this.section], { [this.section]: [refusal.data.body as FieldErrors] });
    }
  }

  /** Attachments and history of elements that have got their ids. */
  private async belongings(
    { kind, service, collection }: SectionPlace & { kind: HistoryKind },
    incoming: readonly Incoming[],
    restored: readonly Restored[],
  ): Promise<void> {
    const attachments: Values[] = [];
    const entries: Values[] = [];
    for (const [index, { item, values, entries: own }] of incoming.entries()) {
      const { id: object, snapshot } = restored[index] as Restored;
      entries.push(...own.map((entry) => ({ ...entry, object, ...(this.options.tellsHistory && this.told(entry, object, item, values)) })));
      if (own.length === 0 && snapshot) entries.push(this.creation(kind, object as number, values, snapshot));
      for (const attachment of Array.isArray(item.attachments) ? (item.attachments as unknown[]) : []) {
        const file = fileOf(attachment);
        if (!file) continue;
        this.worker.signal.throwIfAborted();
        const own = attachmentValues(attachment, this.lookups.account);
        attachments.push({ ...(await keepFile(this.worker.node, file)), ...own, kind, object_id: object, untold: null });
      }
    }
    await this.restore('history', 'history_entries', entries);
    const kept = await this.restore('attachments', 'attachments', attachments);
    if (kept.length === 0) return;
    const facts = new Map<unknown, AttachmentFacts[]>();
    kept.forEach((one, index) => {
      const object = attachments[index]?.object_id;
      facts.set(object, [...(facts.get(object) ?? []), one.facts as unknown as AttachmentFacts]);
    });
    const changes = [...facts].map(([id, list]) => ({ id: id as number, set: { attachments: list } }));
    await this.worker.call(`${service as 'backlog'}.amend`, { collection, project: this.project.context.id, changes });
  }

  /** What the timeline needs of an entry: it tells of what people with an account did. */
  private told({ actor, hidden, at }: Values, object: unknown, { user_story: story }: Values, { ref, subject, slug }: Values): Values {
    if (typeof actor !== 'number' || hidden === true) return {};
    const userstory = typeof story === 'number' ? this.stories.get(story) : undefined;
    const document = { id: object, ref, subject, slug };
    // What is left out is made of these when it is stored.
    return { in_timeline: true, activity_day: String(at).slice(0, 10), document, ...(userstory && { related: { userstory } }) };
  }

  /** An element that comes without history begins here. */
  private creation(kind: HistoryKind, object: number, values: Values, snapshot: Values): Values {
    const actor = values.owner as number;
    const { prefix } = kindsOfHistory[kind];
    const { ref, subject, slug } = values;
    const document = { id: object, ref, subject, slug };
    const base = { kind, object, action: 'create', actor, actor_name: this.accounts.nameOf(actor), at: now(), snapshot, is_snapshot: true };
    return { ...base, event_type: `${prefix}.create`, listed: true, in_timeline: true, activity_day: now().slice(0, 10), document };
  }

  private async timeline(batch: readonly Values[]): Promise<void> {
    await this.accounts.learn(batch.map((entry) => (entry as Values | null)?.data).map(authorIn));
    const entries = batch.flatMap((entry, index) => {
      const { values, errors } = timelineIn(entry, this.lookups);
      return this.isRefused(errors, index) || !values ? [] : [values];
    });
    if (this.errors.length > 0) return;
    for (const entry of entries) entry.event = await this.earlierEvent();
    this.hasCreation ||= entries.some(({ event_type }) => event_type === 'projects.project.create');
    await this.restore('history', 'history_entries', entries);
  }

  /** The latest entry comes first: of those of one second the later has the higher number. */
  private async earlierEvent(): Promise<number> {
    if (this.events.next < this.events.first) {
      const first = await this.worker.call('history.reserveEvents', { count: eventBlock });
      this.events = { first, next: first + eventBlock - 1 };
    }
    return this.events.next--;
  }

  /** What later items name, and what has to be told to others that came before. */
  private async remember(section: ListName, incoming: readonly Incoming[], restored: readonly Restored[]): Promise<void> {
    const relations: { epic: number; story: number; order: number }[] = [];
    incoming.forEach(({ item, values }, index) => {
      const id = restored[index]?.id as number;
      const known = { id, ref: values.ref as number, subject: String(values.subject) };
      this.lastId = id;
      if (section === 'milestones') this.milestones.set(String(values.name), id);
      if (section === 'issues') this.issues.set(known.ref, known);
      if (section === 'tasks') this.tasks.set(known.ref, known);
      if (section === 'user_stories') this.rememberStory(known, item, values);
      if (section === 'epics') relations.push(...this.relationsOf(id, item));
    });
    if (relations.length > 0) await this.worker.call('backlog.relateRestored', { project: this.project.context.id, relations });
  }

  private rememberStory(story: KnownElement, item: Values, { generated_from_issue: issue }: Values): void {
    this.stories.set(story.ref, story);
    if (typeof issue === 'number') this.storiesOfIssues.set(issue, [...(this.storiesOfIssues.get(issue) ?? []), story.id]);
    if (typeof item.generated_from_task === 'number') this.storiesOfTasks.push({ story: story.id, task: item.generated_from_task });
  }

  /** Stories of other projects are left out. */
  private relationsOf(epic: number, { related_user_stories: related }: Values): { epic: number; story: number; order: number }[] {
    const { slug } = this.project.context;
    const orders = new Map<number, number>();
    for (const relation of Array.isArray(related) ? (related as (Values | null)[]) : []) {
      const story = this.stories.get(relation?.user_story as number);
      const source = relation?.source_project_slug ?? null;
      if (!story || (source !== null && source !== slug) || orders.has(story.id)) continue;
      orders.set(story.id, Number(relation?.order) || 0);
    }
    return [...orders].map(([story, order]) => ({ epic, story, order }));
  }
}

const authorIn = (data: unknown) => (data as { user?: { email?: unknown } | null } | null | undefined)?.user?.email;

/** About as many bytes as an item has, without its files. */
function sizeOf(item: unknown): number {
  return JSON.stringify(item, (key, value: unknown) => (key === 'attached_file' ? undefined : value)).length;
}
