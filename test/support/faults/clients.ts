import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Sender } from '../sender';
import { kinds, newMark, type Change, type Kind } from './changes';
import { whileMoving } from './moving';

interface Person {
  id: number;
  token: string;
}

/** What the clients work on. */
export interface Workplace {
  /** Sends to a gateway; rejects when nobody listens. */
  send: Sender;
  project: number;
  /** Clients take turns as these. */
  people: readonly Person[];
}

/** An element as a client last saw it. */
interface Work {
  kind: Kind;
  id: number;
  version: number;
  mark: string;
}

type Outcome = { outcome: Change['outcome']; answer: Answer | null };

/** Statuses by which a server that lacks something says that the outcome isn't known. */
const away = new Set([502, 503, 504]);
/** What a request to change an element that is gone is answered: 403, as it isn't told who may know (permissions.md §3). */
const missing = [403, 404];
const answerWithin = 45_000;
const pauseAfterFailure = 200;

/** Clients that create, edit, comment and delete at the same time, and know what each of their requests came to. */
export class Clients {
  readonly changes: Change[] = [];
  /** Answers that nothing explains. */
  readonly strange: unknown[] = [];
  private stopped = false;
  private running: Promise<void>[] = [];

  constructor(private readonly place: Workplace) {}

  get acknowledged(): number {
    return this.changes.filter(({ outcome }) => outcome === 'acknowledged').length;
  }

  start(count: number): void {
    this.running = Array.from({ length: count }, (_, turn) => this.work(turn));
  }

  /** Resolves when so many changes are acknowledged, or none has been for long. */
  async reach(wanted: number): Promise<void> {
    await whileMoving(
      () => Promise.resolve(this.acknowledged),
      (count) => count < wanted,
    );
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.running);
  }

  private async work(turn: number): Promise<void> {
    const names = Object.keys(kinds) as Kind[];
    const { people } = this.place;
    for (let round = turn; !this.stopped; round++) {
      const kind = names[round % names.length] as Kind;
      await this.life(kind, people[round % people.length] as Person, round % 3 === 0);
    }
  }

  /** One element from its creation on. */
  private async life(kind: Kind, person: Person, deletes: boolean): Promise<void> {
    let work = await this.create(kind, person);
    if (!work) return;
    const steps = [this.edit, this.comment, this.edit, this.staleEdit, this.recomment, this.comment];
    for (const step of steps) {
      if (this.stopped) return;
      if (!(await step.call(this, work, person))) work = await this.again(work, person);
      if (!work) return;
    }
    if (deletes) await this.delete(work, person);
  }

  private async create(kind: Kind, person: Person): Promise<Work | null> {
    const mark = newMark();
    const change: Change = { what: 'create', kind, object: null, mark, by: person.id, outcome: 'unknown' };
    const body = { project: this.place.project, subject: mark };
    const { outcome, answer } = await this.request('POST', `/${kinds[kind]}`, body, person);
    const created = answer?.body as { id: number; version: number } | undefined;
    this.changes.push({ ...change, outcome, object: outcome === 'acknowledged' ? (created?.id ?? null) : null });
    return outcome === 'acknowledged' && created ? { kind, id: created.id, version: created.version, mark } : null;
  }

  private edit(work: Work, person: Person): Promise<boolean> {
    const mark = newMark();
    return this.patch('edit', work, person, { mark, body: { description: mark, version: work.version } });
  }

  private comment(work: Work, person: Person): Promise<boolean> {
    const mark = newMark();
    return this.patch('comment', work, person, { mark, body: { comment: mark, version: work.version } });
  }

  /** An edit made from a version that is no more, of what was changed since. */
  private staleEdit(work: Work, person: Person): Promise<boolean> {
    const mark = newMark();
    return this.patch('edit', work, person, { mark, body: { description: mark, version: 1 } });
  }

  private async patch(
    what: 'edit' | 'comment',
    work: Work,
    person: Person,
    { mark, body }: { mark: string; body: object },
  ): Promise<boolean> {
    const { outcome, answer } = await this.request('PATCH', `/${kinds[work.kind]}/${work.id}`, body, person);
    this.changes.push({ what, kind: work.kind, object: work.id, mark, by: person.id, outcome });
    if (outcome === 'acknowledged') work.version = (answer?.body as { version: number }).version;
    return outcome !== 'unknown';
  }

  /** Edits the first comment that the history shows. */
  private async recomment({ kind, id }: Work, person: Person): Promise<boolean> {
    const { answer } = await this.request('GET', `/history/${kind}/${id}?type=comment`, undefined, person);
    const [first] = Array.isArray(answer?.body) ? (answer.body as { id: string }[]) : [];
    if (!first) return false;
    const mark = newMark();
    const { outcome } = await this.request('POST', `/history/${kind}/${id}/edit_comment?id=${first.id}`, { comment: mark }, person);
    this.changes.push({ what: 'recomment', kind, object: id, mark, by: person.id, outcome });
    return outcome !== 'unknown';
  }

  /** Asks again until it is known that the element is gone: 404 after an unknown outcome says that it was the first request. */
  private async delete({ kind, id, mark }: Work, person: Person): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const { outcome, answer } = await this.request('DELETE', `/${kinds[kind]}/${id}`, undefined, person, attempt > 0 ? missing : []);
      const gone = outcome === 'acknowledged' || (attempt > 0 && missing.includes(answer?.status ?? 0));
      if (gone || this.stopped) {
        this.changes.push({ what: 'delete', kind, object: id, mark, by: person.id, outcome: gone ? 'acknowledged' : 'unknown' });
        return;
      }
      await pause(pauseAfterFailure);
    }
  }

  /** Reads the version anew after an outcome that isn't known. */
  private async again(work: Work, person: Person): Promise<Work | null> {
    while (!this.stopped) {
      await pause(pauseAfterFailure);
      const { answer } = await this.request('GET', `/${kinds[work.kind]}/${work.id}`, undefined, person);
      if (answer?.status === 200) return { ...work, version: (answer.body as { version: number }).version };
    }
    return null;
  }

  private async request(method: string, path: string, body: unknown, person: Person, expected: number[] = []): Promise<Outcome> {
    const answer = await withLimit(this.place.send(method, path, body, person));
    if (!answer || away.has(answer.status)) {
      await pause(pauseAfterFailure);
      return { outcome: 'unknown', answer };
    }
    if (answer.status < 300) return { outcome: 'acknowledged', answer };
    const isRefusal = method !== 'GET' && answer.status === 400 && 'version' in answer.body;
    if (!isRefusal && !expected.includes(answer.status))
      this.strange.push({ method, path, body, status: answer.status, answer: answer.body });
    // What a server did before it failed isn't known.
    return { outcome: answer.status >= 500 ? 'unknown' : 'refused', answer };
  }
}

async function withLimit(answer: Promise<Answer>): Promise<Answer | null> {
  const limit = pause(answerWithin, null, { ref: false });
  return Promise.race([answer.catch(() => null), limit]);
}
