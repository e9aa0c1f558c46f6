import { isDifferenceHtml } from '../../text/difference';
import { sanitize } from '../../text/sanitize';
import { kindsOfHistory, type HistoryKind } from '../kinds';
import type { Lookups } from './items-in';
import { historyFields, itemFields } from './fields';
import type { FieldErrors } from '../../resource/define';
import { isObject } from '../../resource/values';
import { readMoment, readSent } from './values';

type Values = Record<string, unknown>;

const actions = { 1: 'change', 2: 'create', 3: 'delete' } as const;

/** The element that entries belong to. */
export interface Subject {
  kind: HistoryKind;
  object: number;
}

/** Whom an import knows by name. */
export interface PeopleNames {
  /** Full name of an account. */
  nameOf(id: number): string;
}

/** An entry of an element's history as stored values; what can't be read of it counts as absent. */
export function historyIn(entry: unknown, { kind, object }: Subject, lookups: Lookups & PeopleNames): Values {
  const { values } = readSent(historyFields, entry);
  const [address, name] = pairOf(values.user);
  const action = actions[values.type as keyof typeof actions] ?? 'change';
  const snapshot = isObject(values.snapshot) && Object.keys(values.snapshot).length > 0 ? snapshotIn(values.snapshot, kind, lookups) : null;
  return {
    kind,
    object,
    action,
    actor: lookups.account(address),
    actor_name: typeof name === 'string' ? name : '',
    at: values.created_at ?? lookups.now,
    diff: diffIn((values.diff ?? {}) as Values, lookups),
    names: namesIn((values.values ?? {}) as Values, lookups),
    snapshot: snapshot ?? {},
    is_snapshot: snapshot !== null,
    comment: values.comment ?? '',
    hidden: values.is_hidden ?? false,
    delete_comment_date: values.delete_comment_date ?? null,
    delete_comment_user: lookups.account(pairOf(values.delete_comment_user)[0]),
    edit_comment_date: values.edit_comment_date ?? null,
    comment_versions: versionsIn(values.comment_versions, lookups),
    event_type: `${kindsOfHistory[kind].prefix}.${action}`,
    listed: true,
    in_timeline: false,
  };
}

const pairOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

function diffIn(diff: Values, { account }: Lookups): Values {
  // A change is a pair; anything else couldn't be shown.
  const pairs = Object.entries(withSafeHtml(diff)).filter(([, pair]) => Array.isArray(pair) && pair.length === 2);
  return Object.fromEntries(
    pairs.map(([field, pair]) => [field, field === 'assigned_to' ? (pair as unknown[]).map((one) => account(one)) : pair]),
  );
}

function snapshotIn(snapshot: Values, kind: HistoryKind, { account, context }: Lookups): Values {
  const { statuses } = kindsOfHistory[kind];
  const people = ['owner', 'assigned_to'].filter((field) => field in snapshot);
  const status = statuses && context.settings[statuses].find(({ name }) => name === snapshot.status);
  return {
    ...withSafeHtml(snapshot),
    ...Object.fromEntries(people.map((field) => [field, account(snapshot[field])])),
    ...(statuses && 'status' in snapshot ? { status: status?.id ?? null } : {}),
  };
}

/** Texts that clients show as HTML lose what could run; differences of texts stay as they are written here, too. */
function withSafeHtml(values: Values): Values {
  const safe = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(safe);
    return typeof value === 'string' && !isDifferenceHtml(value) ? sanitize(value) : value;
  };
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, /_(html|diff)$/.test(key) ? safe(value) : value]));
}

/** Groups of readable names by id; the people among them are known by their address. */
function namesIn({ users: addresses, ...others }: Values, { account, nameOf }: Lookups & PeopleNames): Values {
  const groups = Object.entries(others).filter(([, group]) => isObject(group));
  const ids = pairOf(addresses).flatMap((address) => account(address) ?? []);
  // Without people it stays the list that it is in a dump.
  const users = ids.length === 0 ? [] : Object.fromEntries(ids.map((id) => [String(id), nameOf(id)]));
  return { ...Object.fromEntries(groups), users };
}

function versionsIn(versions: unknown, { account }: Lookups): Values[] | null {
  if (!Array.isArray(versions) || versions.length === 0) return null;
  return (versions as Values[]).map((version) => ({
    ...version,
    comment: String(version.comment ?? ''),
    comment_html: sanitize(String(version.comment_html ?? '')),
    user: account(version.user),
  }));
}

/** Whether an entry counts as a comment of its element. */
export const isComment = ({ comment, delete_comment_date }: Values): boolean => comment !== '' && delete_comment_date === null;

/** Kinds of the timeline by the two words that dumps have for them. */
const kindsOfTimeline: Readonly<Record<string, string>> = {
  'userstories.userstory': 'userstory',
  'tasks.task': 'task',
  'issues.issue': 'issue',
  'epics.epic': 'epic',
  'epics.relateduserstory': 'relateduserstory',
  'wiki.wikipage': 'wikipage',
  'milestones.milestone': 'milestone',
  'projects.project': 'project',
  'projects.membership': 'membership',
  'users.user': 'user',
};

const actionOf = (event: string) => {
  const action = event.split('.').pop();
  return action === 'create' || action === 'delete' ? action : 'change';
};

/**
 * An entry of the timeline as stored values, told in the project's timeline alone; null for what has no place here: of an
 * unknown kind, or about a story of another project (dumps.md, What an import restores).
 */
export function timelineIn(entry: unknown, lookups: Lookups): { values: Values | null; errors: FieldErrors } {
  const { values, errors } = readSent(itemFields.timeline, entry);
  return { values: Object.keys(errors).length > 0 ? null : eventIn(values, lookups), errors };
}

function eventIn(values: Values, lookups: Lookups): Values | null {
  const data = (values.data ?? {}) as Values;
  const [application = '', model = ''] = (values.data_content_type ?? []) as string[];
  const kind = kindsOfTimeline[`${application}.${model}`];
  if (kind === undefined || isForeign(data)) return null;
  const { user, values_diff: diff, comment, comment_html: _html, ...told } = data;
  const { id, slug, name, description } = lookups.context;
  const event_type = String(values.event_type);
  const at = readMoment(values.created ?? null) ?? lookups.now;
  return {
    kind,
    object: 0,
    action: actionOf(event_type),
    actor: null,
    restored_author: isObject(user) ? lookups.account(user.email) : null,
    at,
    activity_day: at.slice(0, 10),
    event_type,
    event_data: { ...told, ...('project' in told ? { project: { id, slug, name, description } } : {}) },
    shown_diff: isObject(diff) ? withSafeHtml(diff) : {},
    comment: typeof comment === 'string' ? comment : '',
    listed: false,
    in_timeline: true,
    is_snapshot: false,
  };
}

/** A story that came from another project into an epic of this one. */
function isForeign({ userstory, project }: Values): boolean {
  const own = isObject(userstory) && isObject(userstory.project) ? userstory.project.id : undefined;
  return own !== undefined && isObject(project) && own !== project.id;
}
