import { can } from '../../../lib/resource/access';
import { defineResource, type Resource } from '../../../lib/resource/define';
import { f } from '../../../lib/resource/fields';
import { dateFilters, q } from '../../../lib/resource/filters';
import { slugField } from '../../../lib/resource/slug-field';
import type { UserMark } from '../../../lib/resource/traits/element';
import { storiesOfMilestones } from './milestone-contents';
import { history } from './milestone.history';
import { derivesSlug, hooks, listHeaders, listTotals } from './milestone.rules';
import { milestoneForm, varies } from './milestone.serialize';
import { path, type Milestone } from './milestone';

const view = 'view_milestones';

/** Milestones, also called sprints (milestones.md). */
export const milestones: Resource<Milestone> = defineResource<Milestone>({
  path,
  title: 'Milestone',
  collection: 'milestones',
  parent: 'project',
  listPermission: view,
  fields: {
    project: f.link('projects', { required: true }),
    name: f.text({ required: true, max: 200 }),
    slug: slugField(),
    owner: f.computed<number | null>(null),
    estimated_start: f.date({ required: true }),
    estimated_finish: f.date({ required: true }),
    closed: f.boolean(),
    disponibility: f.nullableNumber({ initial: 0 }),
    order: f.integer({ initial: 1 }),
    watchers: f.links('users', { keptByPut: true }),
    watches: f.computed<UserMark[]>(() => []),
  },
  access: {
    list: can(view),
    retrieve: can(view),
    create: can('add_milestone'),
    update: can('modify_milestone'),
    destroy: can('delete_milestone'),
  },
  filters: {
    closed: q.boolean('closed'),
    ...dateFilters('estimated_start', 'estimated_start', true),
    ...dateFilters('estimated_finish', 'estimated_finish', true),
    ...dateFilters('created_date'),
    ...dateFilters('modified_date'),
  },
  orderBy: {
    project: ['project'],
    name: ['name'],
    estimated_start: ['estimated_start'],
    estimated_finish: ['estimated_finish'],
    closed: ['closed'],
    created_date: ['created_date'],
  },
  defaultOrder: ['-estimated_start', '-id'],
  indexes: [
    { fields: ['project', 'estimated_start'] },
    { fields: ['project', 'estimated_finish'] },
    { fields: ['project', 'closed'] },
    { fields: ['project', 'created_date'] },
    { fields: ['project', 'modified_date'] },
    { fields: ['watches.id'], multi: true },
  ],
  unique: [
    { fields: ['project', 'name'], error: () => ({ name: ['Duplicated name'] }) },
    {
      fields: ['project', 'slug'],
      error: () => ({ __all__: ['Milestone with this Slug and Project already exists.'] }),
      computed: derivesSlug,
    },
  ],
  references: { projects: ['project'] },
  load: storiesOfMilestones,
  serialize: { detail: milestoneForm, varies },
  history,
  hooks,
  listTotals,
  listHeaders,
});
