import type { ServiceBroker, ServiceSchema } from 'moleculer';
import type { CacheName, Caches, Caller } from '../lib/contracts/node';
import type { ProjectMilestones } from '../lib/contracts/element-actions';
import type { Standing } from '../lib/contracts/user-card';
import type { ContextPart, ContextPatch, ProjectContext } from '../lib/contracts/project-context';
import { MemoryCardCache } from './card-cache';
import { flushTransporter, onReconnect } from './transporter';

/** Name of the broadcast that drops cards in every process. */
const dropped = 'cards.dropped';
/** Name of the broadcast that drops all of them. */
export const allCardsDropped = 'cards.allDropped';

type Drops = Partial<Record<CacheName, readonly number[] | 'all'>>;

/** What is broadcast: cards, and which parts of the contexts among them; all when none are named. */
interface Dropped {
  cards: Drops;
  parts?: readonly ContextPart[];
}

/** Parts that standings and memberships are made of. */
const standingParts: ReadonlySet<ContextPart> = new Set<ContextPart>(['project', 'roles', 'members']);

/** The card caches of one process and their invalidation over all processes. */
export class NodeCaches {
  readonly caches: Caches & Record<CacheName, { drop(ids: readonly number[] | 'all', parts?: readonly string[]): void }>;

  constructor(
    private readonly broker: ServiceBroker,
    call: Caller,
  ) {
    this.caches = {
      projects: contextCache(call),
      users: new MemoryCardCache((ids) => call('auth.cards', { ids })),
      milestones: new MemoryCardCache((ids) => call('backlog.milestoneCards', { ids })),
      epics: new MemoryCardCache((ids) => call('backlog.epicCards', { ids })),
      epicProgress: new MemoryCardCache((ids) => call('backlog.epicProgress', { ids })),
      standings: new MemoryCardCache((ids) => standingsOf(call, ids)),
      memberships: new MemoryCardCache((users) => call('memberships.ofUsers', { users })),
      projectMilestones: new MemoryCardCache((ids) => milestonesByProject(call, ids)),
      projectWatchers: new MemoryCardCache((projects) => call('notifications.watchers', { projects })),
      userHomepages: new MemoryCardCache((users) => call('auth.homepages', { users })),
      applicationTokens: new MemoryCardCache((ids) => call('auth.applicationTokenCards', { ids })),
      personalTokens: new MemoryCardCache((ids) => call('auth.personalTokenCards', { ids })),
    };
  }

  /** Drops here, then everywhere; resolves when the transporter's server has taken the broadcast. */
  async invalidate(cards: Drops, parts?: readonly ContextPart[]): Promise<void> {
    const drops: Dropped = { cards, ...(parts && { parts }) };
    this.drop(drops);
    await this.broker.broadcast(dropped, drops);
    await flushTransporter(this.broker);
  }

  /** A service without actions that listens to the broadcasts; one runs in every process. */
  service(): ServiceSchema {
    return {
      name: '$cards',
      events: {
        [dropped]: (context: { params: Dropped }) => this.drop(context.params),
        [allCardsDropped]: () => this.dropAll(),
      },
      started: () => {
        // Broadcasts that were sent meanwhile are lost.
        void onReconnect(this.broker, () => this.dropAll());
      },
    };
  }

  private dropAll(): void {
    for (const cache of Object.values(this.caches)) cache.drop('all');
  }

  private drop({ cards, parts }: Dropped): void {
    for (const [name, ids] of Object.entries(cards) as [CacheName, readonly number[] | 'all'][])
      this.caches[name].drop(ids, name === 'projects' ? parts : undefined);
    // A user's standing and memberships are made of any number of projects; which ones isn't known here.
    if (!cards.projects || (parts && !parts.some((part) => standingParts.has(part)))) return;
    for (const name of ['standings', 'memberships'] as const) this.caches[name].drop('all');
  }
}

function contextCache(call: Caller): MemoryCardCache<ProjectContext, ContextPatch> {
  return new MemoryCardCache<ProjectContext, ContextPatch>((ids) => call('projects.contexts', { ids }), {
    load: (ids, parts) => call('projects.contextParts', { ids, parts: parts as ContextPart[] }),
    merge: (context: ProjectContext, patch: ContextPatch) => ({
      ...context,
      ...patch,
      settings: { ...context.settings, ...patch.settings },
    }),
  });
}

async function milestonesByProject(call: Caller, projects: number[]): Promise<ProjectMilestones[]> {
  const all = await call('backlog.milestonesOf', { projects });
  return projects.map((id) => ({ id, milestones: all.filter(({ project }) => project === id) }));
}

async function standingsOf(call: Caller, users: number[]): Promise<Standing[]> {
  const [names, counts] = await Promise.all([call('memberships.roleNames', { users }), call('projects.ownedCounts', { users })]);
  const rolesOf = new Map(names.map(({ user, roles }) => [user, roles]));
  const countsOf = new Map(counts.map((row) => [row.user, row]));
  return users.map((id) => {
    const owned = countsOf.get(id);
    return { id, roles: rolesOf.get(id) ?? [], total_private_projects: owned?.private ?? 0, total_public_projects: owned?.public ?? 0 };
  });
}
