import { can } from '../../lib/resource/access';
import { defineResource, type Resource } from '../../lib/resource/define';
import { f } from '../../lib/resource/fields';
import { collectionName, type Link } from './link';
import { freeHref, makePage } from './link-pages';

/** Links of the wiki's menu to its pages (wiki.md, Wiki link). */
export const links: Resource<Link> = defineResource<Link>({
  path: 'wiki-links',
  title: 'WikiLink',
  collection: collectionName,
  parent: 'project',
  listPermission: 'view_wiki_pages',
  timestamps: false,
  fields: {
    project: f.link('projects', { required: true, fixed: true }),
    title: f.text({ required: true, max: 500 }),
    href: f.computed(''),
    order: f.place({ initial: () => Date.now() }),
  },
  access: {
    list: can('view_wiki_pages'),
    retrieve: can('view_wiki_links'),
    create: can('add_wiki_link'),
    update: can('modify_wiki_link'),
    destroy: can('delete_wiki_link'),
  },
  defaultOrder: ['project', 'order', 'id'],
  indexes: [{ fields: ['project', 'order', 'id'] }],
  unique: [
    { fields: ['project', 'href'], computed: () => true, error: () => ({ title: ['Too many links of this title are being made.'] }) },
  ],
  serialize: { detail: ({ id, project, title, href, order }) => ({ id, project, title, href, order }) },
  hooks: {
    beforeSave: async ({ request, before, after }) => {
      if (!before) after.href = await freeHref(request, after);
    },
    afterSave: async (draft) => {
      if (!draft.before) await makePage(draft);
    },
  },
});
