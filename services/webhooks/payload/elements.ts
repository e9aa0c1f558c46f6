import type { ElementKind } from '../../../lib/contracts/changes';
import type { ProjectContext, SettingKind } from '../../../lib/contracts/project-context';
import { byCodePoint } from '../../../lib/resource/values';
import { permalink, picked, projectObject, settingObject, statusObject, userObject, type Facts, type Stored } from './objects';

type Builder = (document: Stored, context: ProjectContext, facts: Facts) => Stored;

const dates = ['created_date', 'modified_date'];
const due = ['due_date', 'due_date_reason'];
const blocked = ['is_blocked', 'blocked_note'];

/** Values of custom attributes by name, only those with a value. */
function attributeValues(document: Stored, context: ProjectContext, kind: SettingKind): Stored {
  const values = (document.custom_values ?? {}) as Record<string, unknown>;
  const shown = context.settings[kind].map(({ id, name }) => [name, values[String(id)] ?? null] as const);
  return Object.fromEntries(shown.filter(([, value]) => value !== null));
}

/** What the elements with a ref have in common. */
function common(document: Stored, context: ProjectContext, facts: Facts, path: string): Stored {
  const watches = (document.watches ?? []) as { id: number }[];
  return {
    watchers: watches.map(({ id }) => id),
    description: document.description ?? '',
    tags: document.tags ?? [],
    permalink: permalink(context, facts.site, path, document.ref as number),
    project: projectObject(context, facts.site),
    owner: userObject(document.owner, facts),
    assigned_to: userObject(document.assigned_to, facts),
  };
}

const milestone: Builder = (document, context, facts) => ({
  ...picked(document, ['id', 'name', 'slug', 'estimated_start', 'estimated_finish', ...dates, 'closed', 'disponibility']),
  permalink: permalink(context, facts.site, 'taskboard', document.slug as string),
  project: projectObject(context, facts.site),
  owner: userObject(document.owner, facts),
});

/** The points of a story by the order of the roles. */
function pointsOf(document: Stored, context: ProjectContext): Stored[] {
  const points = (document.points ?? {}) as Record<string, number>;
  const roles = [...context.roles].sort((left, right) => left.order - right.order || byCodePoint(left.slug, right.slug));
  return roles.flatMap(({ id, name }) => {
    const item = context.settings.points.find((one) => one.id === points[String(id)]);
    return item ? [{ role: name, name: item.name, value: item.value ?? null }] : [];
  });
}

const userstory: Builder = (document, context, facts) => ({
  custom_attributes_values: attributeValues(document, context, 'userstory_custom_attributes'),
  ...picked(document, ['id', 'ref', 'is_closed', ...dates, 'finish_date', ...due, 'subject', 'client_requirement', 'team_requirement']),
  ...picked(document, ['generated_from_issue', 'generated_from_task', 'from_task_ref', 'external_reference']),
  tribe_gig: null,
  ...picked(document, [...blocked, 'assigned_users']),
  ...common(document, context, facts, 'us'),
  points: pointsOf(document, context),
  status: statusObject(context, 'us_statuses', document.status),
  milestone: nested(milestone, facts.milestones, document.milestone, facts),
});

const task: Builder = (document, context, facts) => ({
  custom_attributes_values: attributeValues(document, context, 'task_custom_attributes'),
  ...picked(document, ['id', 'ref', ...dates, 'finished_date', ...due, 'subject', 'us_order', 'taskboard_order', 'is_iocaine']),
  ...picked(document, ['external_reference', ...blocked]),
  ...common(document, context, facts, 'task'),
  status: statusObject(context, 'task_statuses', document.status),
  user_story: nested(userstory, facts.stories, document.user_story, facts),
  milestone: nested(milestone, facts.milestones, document.milestone, facts),
  promoted_to: document.promoted_to ?? [],
});

const issue: Builder = (document, context, facts) => ({
  custom_attributes_values: attributeValues(document, context, 'issue_custom_attributes'),
  ...picked(document, ['id', 'ref', ...dates, 'finished_date', ...due, 'subject', 'external_reference']),
  ...common(document, context, facts, 'issue'),
  milestone: nested(milestone, facts.milestones, document.milestone, facts),
  status: statusObject(context, 'issue_statuses', document.status),
  type: settingObject(context, 'issue_types', document.type),
  priority: settingObject(context, 'priorities', document.priority),
  severity: settingObject(context, 'severities', document.severity),
  promoted_to: document.promoted_to ?? [],
});

const epic: Builder = (document, context, facts) => ({
  custom_attributes_values: attributeValues(document, context, 'epic_custom_attributes'),
  ...picked(document, ['id', 'ref', ...dates, 'subject', 'epics_order', 'color', 'client_requirement', 'team_requirement']),
  ...common(document, context, facts, 'epic'),
  status: statusObject(context, 'epic_statuses', document.status),
});

const relateduserstory: Builder = (document, _context, facts) => ({
  id: document.id,
  user_story: nested(userstory, facts.stories, document.user_story, facts),
  epic: nested(epic, facts.epics, document.epic, facts),
  order: document.order,
});

const wikipage: Builder = (document, context, facts) => ({
  ...picked(document, ['id', 'slug', 'content', ...dates]),
  permalink: permalink(context, facts.site, 'wiki', document.slug as string),
  project: projectObject(context, facts.site),
  owner: userObject(document.owner, facts),
  last_modifier: userObject(document.last_modifier, facts),
});

/** An element inside of another, in the project of its own; null when it is none, or gone. */
function nested(build: Builder, documents: ReadonlyMap<number, Stored>, id: unknown, facts: Facts): Stored | null {
  const document = documents.get(id as number);
  const context = document && facts.projects.get(document.project as number);
  return document && context ? build(document, context, facts) : null;
}

const builders: Partial<Record<ElementKind, Builder>> = { milestone, userstory, task, issue, epic, relateduserstory, wikipage };

/** Whether webhooks tell of changes of this kind (webhooks.md, Delivery). */
export const isTold = (kind: ElementKind): boolean => kind in builders;

/** Hangs on an element and goes before it does, so that a deletion doesn't show it. */
const goneBefore: Stored = { custom_attributes_values: null, points: [] };

/** The `data` of a payload (webhooks.md, Objects). */
export function elementObject(kind: ElementKind, document: Stored, context: ProjectContext, facts: Facts, deleted = false): Stored {
  const built = builders[kind]?.(document, context, facts) ?? {};
  if (!deleted) return built;
  return Object.fromEntries(Object.entries(built).map(([name, value]) => [name, name in goneBefore ? goneBefore[name] : value]));
}
