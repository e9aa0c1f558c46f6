import { anyone, authenticated } from '../../lib/resource/access';
import { membershipsOfUser } from '../../lib/resource/memberships';
import { defineResource } from '../../lib/resource/define';
import { f, FieldProblem, messages, readBoolean } from '../../lib/resource/fields';
import { nothing } from '../../lib/resource/filters';
import type { RestRequest } from '../../lib/resource/request';
import type { Filter } from '../../lib/contracts/store';
import { addMissing, policies as collection, type Policy } from './policies';
import { levels, missing } from './policies.rules';

const level = (required: boolean) => {
  const choices = Object.values<number>(levels);
  const read = (value: unknown): number => {
    if (value === null || value === '') throw new FieldProblem([messages.place('')]);
    const found = choices.find((choice) => choice === value || String(choice) === value);
    if (found === undefined) throw new FieldProblem([messages.choice(value)]);
    return found;
  };
  return f.custom('choice', { enum: choices }, { required, initial: levels.involved }, read);
};

/** How the requester wants to hear of his projects; there is one for each (notifications.md, Policies). */
export const policies = defineResource<Policy>({
  path: 'notify-policies',
  title: 'NotifyPolicy',
  collection,
  parent: null,
  fields: {
    project: f.link('projects', { required: true }),
    notify_level: level(true),
    live_notify_level: level(false),
    web_notify_level: f.custom('boolean', { type: 'boolean' }, { initial: true }, readBoolean),
    user: f.computed(0),
    created_at: f.computed(''),
  },
  access: { list: anyone, retrieve: anyone, update: authenticated },
  scope: ownOnly,
  defaultOrder: ['id'],
  indexes: [{ fields: ['project', 'notify_level'] }, { fields: ['user', 'project', 'notify_level'] }],
  unique: [{ fields: ['project', 'user'], error: () => ({ project: ['A policy for the project exists already'] }) }],
  references: { projects: ['project'] },
  serialize: {
    detail: ({ id, project, notify_level, live_notify_level, web_notify_level }, view) => ({
      id,
      project,
      project_name: view.project(project).name,
      notify_level,
      live_notify_level,
      web_notify_level,
    }),
  },
  timestamps: false,
  hooks: {
    beforeSave: ({ before, after }) => {
      if (before) after.project = before.project;
    },
    afterSave: ({ request, after }) => request.node.invalidate({ projectWatchers: [after.project] }),
  },
});

/** The requester's policies of the projects that he belongs to; missing ones are made on the way. */
async function ownOnly(request: RestRequest): Promise<Filter> {
  if (!request.user) return nothing;
  const user = request.user.id;
  const memberships = await membershipsOfUser(request.node, user);
  const projects = memberships.map(({ project }) => project);
  await addMissing(
    request.node,
    projects.map((project) => ({ project, user })),
    missing,
  );
  return { user, project: { in: projects } };
}
