import type { ServiceBroker, ServiceSchema } from 'moleculer';
import type { CacheName, Caches, Caller, ProjectMilestones } from '../lib/contracts/node';
import type { Standing } from '../lib/contracts/user-card';
import { MemoryCardCache } from './card-cache';
import { flushTransporter, onReconnect } from './transporter';

/** Name of the broadcast that drops cards in every process. */
const dropped = 'cards.dropped';
/** Name of the broadcast that drops all of them. */
export const allCardsDropped = 'cards.allDropped';

type Drops = Partial<Record<CacheName, readonly number[] | 'all'>>;

/** The card caches of one process and their invalidation over all processes. */
export class NodeCaches {
  readonly caches: Caches & Record<CacheName, { drop(ids: readonly number[] | 'all'): void }>;

  constructor(
    private readonly broker: ServiceBroker,
    call: Caller,
  ) {
    this.caches = {
      projects: new MemoryCardCache((ids) => call('projects.contexts', { ids })),
      users: new MemoryCardCache((ids) => call('auth.cards', { ids })),
      milestones: new MemoryCardCache((ids) => call('backlog.milestoneCards', { ids })),
      epics: new MemoryCardCache((ids) => call('backlog.epicCards', { ids })),
      standings: new MemoryCardCache((ids) => standingsOf(call, ids)),
      projectMilestones: new MemoryCardCache((ids) => milestonesByProject(call, ids)),
      projectWatchers: new MemoryCardCache((projects) => call('notifications.watchers', { projects })),
      userHomepages: new MemoryCardCache((users) => call('auth.homepages', { users })),
      applicationTokens: new MemoryCardCache((ids) => call('auth.applicationTokenCards', { ids })),
      personalTokens: new MemoryCardCache((ids) => call('auth.personalTokenCards', { ids })),
    };
  }

  /** Drops here, then everywhere; resolves when the transporter's server has taken the broadcast. */
  async invalidate(drops: Drops): Promise<void> {
    this.drop(drops);
    await this.broker.broadcast(dropped, drops);
    await flushTransporter(this.broker);
  }

  /** A service without actions that listens to the broadcasts; one runs in every process. */
  service(): ServiceSchema {
    return {
      name: '$cards',
      events: {
        [dropped]: (context: { params: Drops }) => this.drop(context.params),
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

  private drop(drops: Drops): void {
    for (const [name, ids] of Object.entries(drops) as [CacheName, readonly number[] | 'all'][]) this.caches[name].drop(ids);
    // A standing is made of any number of projects; which ones isn't known here.
    if (drops.projects) this.caches.standings.drop('all');
  }
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
