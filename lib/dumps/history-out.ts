import { kindsOfHistory, type HistoryKind } from './kinds';
import type { PortableDocument } from '../contracts/portable-actions';
import { timelineDiff } from '../history/values-diff';
import { dumpMoment, dumpMomentOrNull } from './dates';
import { addressOf, settingName, type Names } from './names';

const types = { change: 1, create: 2, delete: 3 } as const;

type Pair = [unknown, unknown];
type Values = Record<string, unknown>;

/** An entry of an element's history (dumps.md, history[]). */
export function historyOut(entry: PortableDocument, names: Names): Values {
  return {
    user: personPair(entry.actor, names, entry.actor_name),
    diff: diffOut(entry.diff as Record<string, Pair>, names),
    snapshot: entry.is_snapshot ? snapshotOut(entry.snapshot as Values, entry.kind as string, names) : null,
    values: valuesOut(entry.names as Values, names),
    comment: entry.comment,
    delete_comment_date: dumpMomentOrNull(entry.delete_comment_date),
    delete_comment_user: entry.delete_comment_user === null ? [] : personPair(entry.delete_comment_user, names, ''),
    comment_versions: versionsOut(entry.comment_versions, names),
    created_at: dumpMoment(entry.at as string),
    edit_comment_date: dumpMomentOrNull(entry.edit_comment_date),
    is_hidden: entry.hidden,
    is_snapshot: entry.is_snapshot,
    type: types[entry.action as keyof typeof types],
  };
}

function personPair(id: unknown, names: Names, formerName: unknown): unknown[] {
  const person = typeof id === 'number' ? names.person(id) : undefined;
  if (person) return [person.email, person.name];
  return typeof formerName === 'string' && formerName !== '' ? [null, formerName] : [];
}

function diffOut(diff: Record<string, Pair>, names: Names): Values {
  const { assigned_to: assigned, ...others } = diff;
  return assigned ? { ...others, assigned_to: assigned.map((id) => addressOf(names, id)) } : others;
}

function snapshotOut(snapshot: Values, kind: string, names: Names): Values {
  const status = kindsOfHistory[kind as HistoryKind]?.statuses;
  const people = ['owner', 'assigned_to'].filter((field) => field in snapshot);
  return {
    ...snapshot,
    ...Object.fromEntries(people.map((field) => [field, addressOf(names, snapshot[field])])),
    ...(status && 'status' in snapshot ? { status: settingName(names, status, snapshot.status) } : {}),
  };
}

function valuesOut({ users, ...others }: Values, names: Names): Values {
  const ids = Object.keys((users ?? {}) as Values).map(Number);
  return { ...others, users: ids.map((id) => addressOf(names, id)) };
}

function versionsOut(versions: unknown, names: Names): unknown {
  if (!Array.isArray(versions)) return null;
  return (versions as Values[]).map(({ comment, comment_html, user, ...others }) => ({
    ...others,
    comment,
    comment_html,
    user: addressOf(names, user),
  }));
}

/** An entry of the project's timeline (dumps.md, timeline[]). */
export function timelineOut(entry: PortableDocument, names: Names): Values {
  const data = entry.event_data as Values;
  const author = entry.restored_author ?? entry.actor;
  const event_type = String(entry.event_type);
  const shown =
    entry.kind === 'membership' || entry.kind === 'user'
      ? {}
      : {
          values_diff: entry.shown_diff ?? timelineDiff(entry.diff as Record<string, Pair>, entry.names as never, same),
          ...commentOut(entry),
        };
  return {
    data: { ...data, user: { email: addressOf(names, author) }, ...shown },
    data_content_type: event_type.split('.').slice(0, 2),
    event_type,
    created: dumpMoment(entry.at as string),
  };
}

const same = (name: string) => name;
const commentOut = ({ comment, comment_html }: PortableDocument) => ({ comment, comment_html });

/** Ids of all accounts that entries name. */
export function peopleInHistory(entries: readonly PortableDocument[]): Set<number> {
  const ids = new Set<number>();
  const add = (value: unknown) => {
    if (typeof value === 'number') ids.add(value);
  };
  for (const entry of entries) {
    const { assigned_to: assigned = [] } = entry.diff as { assigned_to?: unknown[] };
    const snapshot = (entry.snapshot ?? {}) as Values;
    const versions = (entry.comment_versions ?? []) as Values[];
    const users = Object.keys(((entry.names as Values).users ?? {}) as Values).map(Number);
    for (const id of [entry.actor, entry.restored_author, entry.delete_comment_user, snapshot.owner, snapshot.assigned_to]) add(id);
    for (const id of [...assigned, ...users, ...versions.map(({ user }) => user)]) add(id);
  }
  return ids;
}
