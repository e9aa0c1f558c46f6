import type { RequestFacts } from '../contracts/http';
import type { EpicCard, MilestoneCard } from '../contracts/element-cards';
import type { NodeTools } from '../contracts/node';
import type { ProjectContext } from '../contracts/project-context';
import type { BasicUser, UserCard } from '../contracts/user-card';
import { translate } from '../text/translate';
import type { Document } from './document';
import { isListed } from './permissions';
import { now } from './values';

/** Which fields of a resource hold ids of cards that its serialiser needs. */
export interface References {
  users?: readonly string[];
  projects?: readonly string[];
  milestones?: readonly string[];
  epics?: readonly string[];
}

type Cards = {
  users: Map<number, UserCard>;
  projects: Map<number, ProjectContext>;
  milestones: Map<number, MilestoneCard>;
  epics: Map<number, EpicCard>;
};

/** What is at hand beside the documents. */
interface Beside {
  /** What the resource's own `load` found for them. */
  loaded?: Record<string, unknown>;
  /** Contexts that needn't be loaded again, since nothing that is shown of them changed. */
  contexts?: readonly ProjectContext[];
}

/** What serialisers look at beside the document: cards loaded beforehand, the language and the requester. */
export class View {
  /** The present day in UTC, `YYYY-MM-DD`. */
  readonly today = now().slice(0, 10);

  private constructor(
    readonly node: NodeTools,
    readonly facts: RequestFacts,
    private readonly cards: Cards,
    readonly query: Record<string, string>,
    /** What the resource's own `load` found for the documents. */
    readonly loaded: Record<string, unknown>,
  ) {}

  /**
   * Loads the cards of all documents in one batch a kind.
   */
  static async of(
    node: NodeTools,
    facts: RequestFacts,
    documents: readonly Document[],
    references: References,
    { loaded = {}, contexts = [] }: Beside = {},
  ): Promise<View> {
    const load = async <Name extends keyof Cards & keyof References>(name: Name) => {
      const ids = idsIn(documents, references[name] ?? []);
      if (name === 'projects' && contexts.length > 0) return contextsOf(node, ids, contexts) as Promise<Cards[Name]>;
      return (ids.size === 0 ? new Map() : await node.caches[name].many(ids)) as Cards[Name];
    };
    const [users, own, milestones, epics] = await Promise.all([load('users'), load('projects'), load('milestones'), load('epics')]);
    const others = [...epics.values()].map(({ project }) => project).filter((project) => !own.has(project));
    const projects = others.length === 0 ? own : new Map([...own, ...(await node.caches.projects.many(new Set(others)))]);
    const start = facts.target.indexOf('?');
    const query = start < 0 ? {} : Object.fromEntries(new URLSearchParams(facts.target.slice(start)));
    return new View(node, facts, { users, projects, milestones, epics }, query, loaded);
  }

  /** @throws when the project is gone: such documents are filtered out before. */
  project(id: unknown): ProjectContext {
    const context = this.cards.projects.get(id as number);
    if (!context) throw new Error(`The context of project ${String(id)} is not loaded`);
    return context;
  }

  user(id: unknown): UserCard | null {
    return this.cards.users.get(id as number) ?? null;
  }

  milestone(id: unknown): MilestoneCard | null {
    return this.cards.milestones.get(id as number) ?? null;
  }

  epic(id: unknown): EpicCard | null {
    return this.cards.epics.get(id as number) ?? null;
  }

  /** The project of an epic, as an element of the project `beside` shows it; null where the requester may not see its epics. */
  projectOfEpic({ project }: EpicCard, beside: number): ProjectContext | null {
    const context = this.cards.projects.get(project);
    return context && (project === beside || isListed(context, this.facts.user, 'view_epics')) ? context : null;
  }

  /** The basic user object, or null. */
  basicUser(id: unknown): BasicUser | null {
    const card = this.user(id);
    return card && basicUserOf(card);
  }

  /** The cards that a document shows, in the order of the references; undefined for those that are gone. */
  shownIn(document: Document, references: References): unknown[] {
    const shown: unknown[] = [];
    for (const name of ['users', 'projects', 'milestones', 'epics'] as const) {
      const cards: ReadonlyMap<number, unknown> = this.cards[name];
      for (const field of references[name] ?? []) {
        const value = document[field];
        if (typeof value === 'number') shown.push(cards.get(value));
        else if (Array.isArray(value)) for (const id of idsIn([document], [field])) shown.push(cards.get(id));
      }
    }
    return shown;
  }

  /** Whether a query parameter was sent, whatever its value. */
  asksFor(parameter: string): boolean {
    return parameter in this.query;
  }

  /** A built-in name in the request's language. */
  text(name: string): string {
    return translate(name, this.facts.language);
  }
}

/** The basic user object of a card (users.md §1). */
export function basicUserOf(card: UserCard): BasicUser {
  return {
    username: card.username,
    full_name_display: card.full_name_display,
    photo: card.photo,
    big_photo: card.big_photo,
    gravatar_id: card.gravatar_id,
    is_active: card.is_active,
    id: card.id,
  };
}

async function contextsOf(
  node: NodeTools,
  ids: ReadonlySet<number>,
  known: readonly ProjectContext[],
): Promise<Map<number, ProjectContext>> {
  const contexts = new Map(known.map((context) => [context.id, context]));
  const others = [...ids].filter((id) => !contexts.has(id));
  return others.length === 0 ? contexts : new Map([...contexts, ...(await node.caches.projects.many(others))]);
}

function idsIn(documents: readonly Document[], fields: readonly string[]): Set<number> {
  const ids = new Set<number>();
  for (const document of documents) {
    for (const field of fields) {
      const value = document[field];
      if (typeof value === 'number') ids.add(value);
      else if (Array.isArray(value)) for (const item of value) addId(ids, item);
    }
  }
  return ids;
}

function addId(ids: Set<number>, item: unknown): void {
  if (typeof item === 'number') ids.add(item);
  else if (typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'number') ids.add(item.id);
}
