import { can, modifyOrComment } from '../access';
import { defineResource, type Resource, type ResourceDeclaration } from '../define';
import { readingActions } from './by-ref.actions';
import { customValueActions } from './custom-values.actions';
import { permission, viewPermission, type Element, type ElementTraits } from './element';
import { elementFields } from './element.fields';
import { elementHooks } from './element.rules';
import { composedHooks } from './hooks';
import { voteActions, watchActions } from './marks.actions';

/** What a kind of element declares beside what all have in common. */
export type ElementDeclaration<D extends Element> = Pick<
  ResourceDeclaration<D>,
  'filters' | 'orderBy' | 'defaultOrder' | 'links' | 'load' | 'serialize' | 'listTotals' | 'listHeaders'
> &
  Required<Pick<ResourceDeclaration<D>, 'history' | 'fields' | 'indexes' | 'actions'>> & {
    collection: string;
    /** Cards beside those of the project, the owner and the assignee. */
    references?: Pick<NonNullable<ResourceDeclaration<D>['references']>, 'milestones' | 'epics'>;
    hooks?: ResourceDeclaration<D>['hooks'];
  };

const indexesOfElements = [
  { fields: ['votes.id'], multi: true },
  { fields: ['watches.id'], multi: true },
  { fields: ['tags'], multi: true },
  { fields: ['terms'], multi: true },
];

/**
 * Declares epics, user stories, tasks or issues: what they share (fields, access, reading with neighbors, custom values,
 * votes, watchers, rules) comes from here, the rest from the declaration.
 */
export function defineElement<D extends Element>(traits: ElementTraits, declaration: ElementDeclaration<D>): Resource<D> {
  const view = viewPermission(traits.noun);
  const { fields, indexes, actions, references, hooks, ...own } = declaration;
  const late = () => resource;
  const resource: Resource<D> = defineResource<D>({
    ...own,
    path: traits.path,
    title: traits.title,
    parent: 'project',
    listPermission: view,
    versioned: true,
    referenced: true,
    fields: { ...elementFields(traits), ...fields },
    access: {
      list: can(view),
      create: can(permission(traits, 'add')),
      update: modifyOrComment(permission(traits, 'modify'), permission(traits, 'comment')),
      destroy: can(permission(traits, 'delete')),
      leave: can(permission(traits, 'delete')),
      enter: can(permission(traits, 'add')),
    },
    indexes: [...indexes, ...indexesOfElements],
    unique: [{ fields: ['project', 'ref'], error: () => ({ ref: ['This ref is taken.'] }) }],
    references: { users: ['owner', 'assigned_to'], projects: ['project'], ...references },
    hooks: composedHooks<D>(elementHooks(traits), hooks ?? {}),
    actions: [
      ...readingActions(traits, late),
      ...actions,
      ...customValueActions(traits, late),
      ...voteActions(traits.path, view, late),
      ...watchActions(traits.path, view, late),
    ],
  });
  return resource;
}
