import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../../../lib/contracts/store';
import { claim, dueMails, enqueue, finish, postpone, queuedMails } from '../../../lib/mail/queue';
import { openStore } from '../../../lib/store';
import { dropBatch, dueNotices, gather, notices, takeBatch, type Notice } from '../../../services/notifications/mails/notices';
import type { Told } from '../../../services/notifications/mails/told';

let folder: string;
let store: Store;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'larch-mails-'));
  store = await openStore({ sqlitePath: join(folder, 'store.sqlite') });
  await store.declare(queuedMails);
  await store.declare(notices);
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const mail = (id: string) => ({ id, message: { to: 'a@example.com', subject: 's', text: 't', html: 'h' } });

const told = (id: string, actor = 3): Told => ({
  ...{ id, object: 7, action: 'change', actor, at: `2026-01-01T00:00:0${id}.000Z`, diff: {}, comment: '', names: {}, text: '' },
  subject: { kind: 'task', ref: 4, title: 'x' },
  project: { id: 1, name: 'Team', slug: 'team' },
});

const makeDue = () => store.collection<Notice>(notices.name).updateMany({}, { set: { due: '2026-01-01T00:00:00.000Z' } });

describe('the queue of mails', () => {
  it('takes each mail once, and forgets none that was sent', async () => {
    await enqueue(store, [mail('e:1')]);
    await enqueue(store, [mail('e:1'), mail('e:2')]);
    const due = await dueMails(store, 10);
    expect(due.map(({ id }) => id)).toEqual(['e:1', 'e:2']);
    for (const one of due) await finish(store, one);
    await enqueue(store, [mail('e:1')]);
    expect(await dueMails(store, 10)).toEqual([]);
  });

  it('gives a mail to one of several processes, and back when the mail server is away', async () => {
    await enqueue(store, [mail('e:1')]);
    const [due] = await dueMails(store, 10);
    if (!due) throw new Error('no mail');
    expect(await Promise.all([claim(store, due), claim(store, due)])).toEqual([true, false]);
    expect(await dueMails(store, 10)).toEqual([]);
    await postpone(store, { ...due, attempts: 1 });
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect(await dueMails(store, 10)).toMatchObject([{ id: 'e:1', attempts: 1, message: { to: 'a@example.com' } }]);
  });
});

describe('changes that wait', () => {
  it('are told together by element, author and type, once each', async () => {
    await gather(store, told('1'), [5], 100);
    await gather(store, told('2'), [5, 6], 100);
    await gather(store, told('2'), [5, 6], 100);
    await gather(store, told('3', 9), [5], 100);
    expect(await dueNotices(store, 10)).toEqual([]);
    await makeDue();
    const due = await dueNotices(store, 10);
    expect(due.map(({ thread }) => thread)).toEqual(['task:7:3:change', 'task:7:9:change']);
    const [first] = due;
    if (!first) throw new Error('nothing due');
    const [taken, again] = [await takeBatch(store, first), await takeBatch(store, first)];
    expect(taken.map(({ id, batch }) => [id, batch])).toEqual([
      ['1', '1'],
      ['2', '1'],
    ]);
    expect(again).toEqual([]);
  });

  it('are taken as the same batch after a process died, without what came later', async () => {
    await gather(store, told('1'), [5], 100);
    await makeDue();
    const [first] = await dueNotices(store, 10);
    if (!first) throw new Error('nothing due');
    await takeBatch(store, first);
    await gather(store, told('2'), [5], 100);
    await makeDue();
    const [left] = (await dueNotices(store, 10)).filter(({ batch }) => batch !== null);
    if (!left) throw new Error('nothing left');
    expect((await takeBatch(store, left)).map(({ id }) => id)).toEqual(['1']);
    await dropBatch(store, '1');
    expect((await dueNotices(store, 10)).map(({ id }) => id)).toEqual(['2']);
  });
});
