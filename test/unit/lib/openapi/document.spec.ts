import { openApiDocument } from '../../../../lib/openapi/document';
import { anyone, can } from '../../../../lib/resource/access';
import { actionsOf } from '../../../../lib/resource/crud';
import { defineResource, type RestAction } from '../../../../lib/resource/define';
import { f } from '../../../../lib/resource/fields';
import { q } from '../../../../lib/resource/filters';

const cards = defineResource({
  path: 'cards',
  title: 'Card',
  collection: 'cards',
  parent: 'project',
  listPermission: 'view_us',
  versioned: true,
  fields: {
    project: f.link('projects', { required: true, fixed: true }),
    subject: f.text({ required: true, max: 50 }),
    text: f.markdown(),
    closed: f.computed(false),
  },
  access: { list: can('view_us'), create: can('add_us'), update: can('modify_us') },
  filters: { owner: q.ids('owner', { excludes: true }) },
  orderBy: { subject: ['subject'] },
  defaultOrder: ['id'],
  serialize: { detail: ({ id }) => ({ id }) },
});

const open: RestAction = {
  name: 'bulkOpen',
  rest: [
    { method: 'POST', path: '/cards/:id/open' },
    { method: 'GET', path: '/media/*file', root: true },
  ],
  access: anyone,
  handler: () => Promise.reject(new Error('not called')),
};

interface Operation {
  operationId: string;
  summary: string;
  parameters?: object[];
  requestBody?: object;
  responses: Record<string, unknown>;
  security: object[];
}

const offered = [...actionsOf(cards), open].map((action) => ({ name: `board.${action.name}`, action, resource: cards }));
const document = openApiDocument(offered, '1.2.3') as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties: object; required?: string[] }> };
};

describe('the description of the API', () => {
  it('has the routes below the root of the API, with names in braces', () => {
    expect(Object.keys(document.paths)).toEqual(['/cards', '/cards/{id}', '/cards/{id}/open']);
    expect(document.paths['/cards/{id}/open']?.post?.parameters).toEqual([
      { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
    ]);
  });

  it('tells what a creation and what a change may send', () => {
    const { cards: whole, 'cards.part': part } = document.components.schemas;
    expect(whole?.required).toEqual(['project', 'subject']);
    expect(whole?.properties).toMatchObject({ subject: { type: 'string', maxLength: 50 }, text: { description: 'Markdown.' } });
    expect(Object.keys(whole?.properties ?? {})).toEqual(['project', 'subject', 'text', 'version']);
    expect(Object.keys(part?.properties ?? {})).toEqual(['subject', 'text', 'version']);
    expect(part?.required).toBeUndefined();
    expect(document.paths['/cards']?.post?.requestBody).toMatchObject({ required: true });
  });

  it('tells by what a list is filtered, ordered and paged', () => {
    const parameters = document.paths['/cards']?.get?.parameters;
    expect(parameters).toEqual(
      expect.arrayContaining([
        { name: 'exclude_owner', in: 'query', schema: { type: 'string' } },
        { name: 'project', in: 'query', schema: { type: 'string' } },
        { name: 'order_by', in: 'query', schema: { enum: ['subject', '-subject'] } },
        { $ref: '#/components/parameters/page' },
      ]),
    );
  });

  it('tells who may do it, and with what', () => {
    expect(document.paths['/cards']?.post).toMatchObject({ description: 'For add_us. A token needs the scope write.' });
    expect(document.paths['/cards/{id}/open']?.post).toMatchObject({
      summary: 'Bulk open',
      security: [{}, { bearer: [] }, { application: [] }],
    });
  });
});
