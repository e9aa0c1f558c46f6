import { ServiceBroker } from 'moleculer';
import DbService from 'moleculer-db';

interface Item {
  id: string;
  title: string;
}

/** What moleculer-db's mixin needs of an adapter: each of its actions once. */
export function adapterSuite(makeAdapter: () => object): void {
  const broker = new ServiceBroker({ logger: false });

  beforeAll(async () => {
    const schema = {
      name: 'items',
      mixins: [DbService as object],
      adapter: makeAdapter(),
      collection: 'items',
      settings: { idField: 'id' },
    };
    broker.createService(schema);
    await broker.start();
  });
  afterAll(() => broker.stop());

  it('creates, finds, lists, updates and removes entities', async () => {
    const first = await broker.call<Item, object>('items.create', { title: 'first' });
    const [second] = await broker.call<Item[], object>('items.insert', { entities: [{ title: 'second' }] });
    expect(await broker.call('items.get', { id: first.id })).toEqual({ id: first.id, title: 'first' });
    expect(await broker.call('items.find', { query: { title: 'second' } })).toEqual([second]);
    expect(await broker.call('items.list', { sort: '-title', pageSize: 1 })).toMatchObject({ rows: [second], total: 2 });
    expect(await broker.call('items.update', { id: first.id, title: 'changed' })).toEqual({ id: first.id, title: 'changed' });
    await broker.call('items.remove', { id: first.id });
    expect(await broker.call('items.count', {})).toBe(1);
    await expect(broker.call('items.get', { id: first.id })).rejects.toMatchObject({ code: 404 });
    await broker.call('items.remove', { id: second?.id });
  });
}
