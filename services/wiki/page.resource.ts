import { can, modifyOrComment } from '../../lib/resource/access';
import { defineResource, type Resource } from '../../lib/resource/define';
import { q } from '../../lib/resource/filters';
import { collectionName, type Page } from './page';
import { pageFields } from './page.fields';
import { history } from './page.history';
import { hooks } from './page.rules';
import { pageForm, varies } from './page.serialize';

const view = 'view_wiki_pages';

/** Pages of the wiki (wiki.md). */
export const pages: Resource<Page> = defineResource<Page>({
  path: 'wiki',
  title: 'WikiPage',
  collection: collectionName,
  parent: 'project',
  listPermission: view,
  versioned: true,
  fields: pageFields,
  access: {
    list: can(view),
    retrieve: can(view),
    create: can('add_wiki_page'),
    update: modifyOrComment('modify_wiki_page', 'comment_wiki_page'),
    destroy: can('delete_wiki_page'),
  },
  filters: { slug: q.text('slug') },
  defaultOrder: ['project', 'slug'],
  indexes: [{ fields: ['slug'] }, { fields: ['watches.id'], multi: true }, { fields: ['terms'], multi: true }],
  unique: [{ fields: ['project', 'slug'], error: () => ({ __all__: ['Wiki page with this Project and Slug already exists.'] }) }],
  references: { projects: ['project'] },
  serialize: { detail: pageForm, varies },
  history,
  hooks,
});
