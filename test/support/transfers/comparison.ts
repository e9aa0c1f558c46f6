import type { Body } from './carrier';

type Values = Record<string, unknown>;

/** What of a project can't be the same after an import, and why. */
export const differences: Readonly<Record<string, string>> = {
  modified_date: 'the import is the last change of the project itself',
  totals_updated_datetime: 'totals are counted anew, in the background',
  total_activity: 'counted anew, in the background',
  total_activity_last_week: 'counted anew, in the background',
  total_activity_last_month: 'counted anew, in the background',
  total_activity_last_year: 'counted anew, in the background',
  total_fans: 'likes are of the project that was exported',
  total_fans_last_week: 'likes are of the project that was exported',
  total_fans_last_month: 'likes are of the project that was exported',
  total_fans_last_year: 'likes are of the project that was exported',
  transfer_token: 'a transfer of ownership ends with the project it is of',
};

/** What else can't be the same where the project that the dump is of still exists. */
export const takenHere: Readonly<Record<string, string>> = {
  slug: 'taken by the project that the dump is of',
  epics_csv_uuid: 'a secret address leads to one project',
  userstories_csv_uuid: 'a secret address leads to one project',
  tasks_csv_uuid: 'a secret address leads to one project',
  issues_csv_uuid: 'a secret address leads to one project',
};

/**
 * A dump without what can't be the same after an import. Ids in the history stay as they are, and all dates of elements.
 * @param without keys of the project that are left out
 */
export function comparable(dump: Body, without: readonly string[] = [...Object.keys(differences), ...Object.keys(takenHere)]): Values {
  const kept = Object.entries(dump).filter(([key]) => !without.includes(key));
  const parts = Object.fromEntries(
    kept.map(([key, part]) => [key, key in readers ? (part as Values[]).map(readers[key] as Reader) : part]),
  );
  // Links lead to the project itself, by its slug here; those in the history stay as they are.
  return JSON.parse(JSON.stringify(parts).replace(/\/project\/[\w-]+\//g, '/project/x/')) as Values;
}

type Reader = (item: Values) => Values;

const readers: Readonly<Record<string, Reader>> = {
  // Everybody has an order of projects of their own; an import comes first in it.
  memberships: ({ user_order: _order, ...membership }) => membership,
  // Entries tell of the project by its id and slug here.
  timeline: ({ data, ...entry }) => ({ ...entry, data: withoutProject(data as Values) }),
};

function withoutProject({ project: _own, userstory, comment_html: html, ...data }: Values): Values {
  const { project: _of, ...story } = (userstory ?? {}) as Values;
  // Made anew of the comment: what it names is called as it is now.
  const comment_html = typeof html === 'string' ? html.replace(/ title="[^"]*"/g, '') : html;
  return { ...data, comment_html, ...(userstory === undefined ? {} : { userstory: story }) };
}
