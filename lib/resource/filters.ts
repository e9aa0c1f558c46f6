import { apiError } from '../errors';
import type { Filter, Scalar } from '../contracts/store';
import type { ProjectContext } from '../contracts/project-context';
import type { RestRequest } from './request';
import { isValidDate } from './values';

/** What reading a filter may look at beside its own value. */
export interface FilterContext {
  /** Context of the project that the list is filtered by; null without one. */
  context: ProjectContext | null;
  request: RestRequest;
}

/** Reads the value of a query parameter. @returns the condition, or null for none. @throws 400 for a value of another type */
export type QueryFilter = (value: string, context: FilterContext) => Filter | null | Promise<Filter | null>;

/** A filter of a list and whether `exclude_<name>` exists too. */
export interface FilterDeclaration {
  read: QueryFilter;
  excludes: boolean;
}

const wrong = (value: string) => apiError('BAD_REQUEST', `Invalid value: ${value}`);

/** Splits a comma list; `null` selects missing values. @throws 400 */
export function idsOf(value: string): (number | null)[] {
  return value.split(',').map((part) => {
    const text = part.trim();
    if (text === 'null') return null;
    if (!/^-?\d{1,15}$/.test(text)) throw wrong(value);
    return Number(text);
  });
}

/** @throws 400 */
export function booleanOf(value: string): boolean {
  if (['true', 'True', '1', 't'].includes(value)) return true;
  if (['false', 'False', '0', 'f'].includes(value)) return false;
  throw wrong(value);
}

/** `field` is one of the values, where null stands for missing ones. */
export const oneOf = (field: string, values: readonly Scalar[]): Filter =>
  values.length === 1 ? { [field]: values[0] ?? null } : { [field]: { in: values } };

const dateSuffixes = ['lt', 'lte', 'gt', 'gte'] as const;

/** Builders of list filters. */
export const q = {
  /** A comma list of ids, any of them. */
  ids(field: string, options: { excludes?: boolean } = {}): FilterDeclaration {
    return { excludes: options.excludes ?? false, read: (value) => (value === '' ? null : oneOf(field, idsOf(value))) };
  },
  /** A comma list of ids of which the array field holds any; `null` selects empty ones. */
  idsIn(field: string, options: { excludes?: boolean } = {}): FilterDeclaration {
    const read: QueryFilter = (value) => {
      if (value === '') return null;
      const ids = idsOf(value);
      const held: Filter = { [field]: { containsAny: ids.filter((id) => id !== null) } };
      return ids.includes(null) ? { or: [held, { [field]: { missing: true } }] } : held;
    };
    return { excludes: options.excludes ?? false, read };
  },
  boolean(field: string): FilterDeclaration {
    return { excludes: false, read: (value) => (value === '' ? null : { [field]: booleanOf(value) }) };
  },
  text(field: string): FilterDeclaration {
    return { excludes: false, read: (value) => ({ [field]: value }) };
  },
  /** Comma list of names of which the element has any. The array field holds the names. */
  names(field: string, options: { excludes?: boolean } = {}): FilterDeclaration {
    const read: QueryFilter = (value) => {
      // Names may begin and end with blanks, and lists may have some behind their commas.
      const names = value.split(',').flatMap((name) => [name, name.trim()]);
      const wanted = new Set(names.filter((name) => name.trim() !== ''));
      return wanted.size === 0 ? null : { [field]: { containsAny: [...wanted] } };
    };
    return { excludes: options.excludes ?? false, read };
  },
  /** `status__is_closed` and the like: the settings of the context for which the flag has the value. */
  settingFlag(field: string, kind: keyof ProjectContext['settings'], flag: 'is_closed' | 'is_archived', stored: string): FilterDeclaration {
    const read: QueryFilter = (value, { context }) => {
      if (value === '') return null;
      const wanted = booleanOf(value);
      if (context === null) return { [stored]: wanted };
      return { [field]: { in: context.settings[kind].filter((item) => (item[flag] ?? false) === wanted).map(({ id }) => id) } };
    };
    return { excludes: false, read };
  },
  custom(read: QueryFilter, options: { excludes?: boolean } = {}): FilterDeclaration {
    return { read, excludes: options.excludes ?? false };
  },
};

/**
 * `created_date`, `created_date__lt`, … for a stored ISO date or datetime.
 * `read` tells from which condition a stored filter follows, where the field is not the element's own.
 */
export function dateFilters(name: string, field = name, day = false): Record<string, FilterDeclaration> {
  const declarations: Record<string, FilterDeclaration> = {
    [name]: { excludes: false, read: (value) => (value === '' ? null : { [field]: momentOf(value, day) }) },
  };
  for (const suffix of dateSuffixes) {
    declarations[`${name}__${suffix}`] = {
      excludes: false,
      read: (value) => (value === '' ? null : { [field]: { [suffix]: momentOf(value, day) } }),
    };
  }
  return declarations;
}

/** Reads an ISO date or datetime into the stored form. @throws 400 */
export function momentOf(value: string, day = false): string {
  const date = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(value);
  if (date) {
    const [, year = '', month = '', dayOfMonth = ''] = date;
    if (!isValidDate(Number(year), Number(month), Number(dayOfMonth))) throw wrong(value);
    const text = `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`;
    return day ? text : `${text}T00:00:00.000Z`;
  }
  // A `+` of a time zone arrives as a blank when the client didn't encode it; without a zone it is UTC.
  const [, at, time, zone = 'Z'] = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d[^ +\-Zz]*)((?:[ +-]\d\d:?\d\d)|[Zz])?$/.exec(value) ?? [];
  const moment = new Date(`${at}T${time}${zone.toUpperCase().replace(' ', '+')}`);
  if (Number.isNaN(moment.getTime())) throw wrong(value);
  return day ? moment.toISOString().slice(0, 10) : moment.toISOString();
}

/** All conditions of the query for which filters are declared, by parameter name; `exclude_x` negates `x`. @throws 400 */
export async function conditionsOf(
  declarations: Record<string, FilterDeclaration>,
  query: Record<string, string>,
  context: FilterContext,
): Promise<Map<string, Filter>> {
  const conditions = new Map<string, Filter>();
  // A parameter may be called `constructor`.
  const declared = (name: string) => (Object.hasOwn(declarations, name) ? declarations[name] : undefined);
  for (const [name, value] of Object.entries(query)) {
    const plain = declared(name);
    const excluded = name.startsWith('exclude_') ? declared(name.slice('exclude_'.length)) : undefined;
    const condition = await (plain ?? (excluded?.excludes ? excluded : undefined))?.read(value, context);
    if (condition) conditions.set(name, plain ? condition : { not: condition });
  }
  return conditions;
}

/** Joins filters by *and*. */
export function allOf(filters: readonly Filter[]): Filter {
  const [first, ...others] = filters;
  if (first === undefined) return {};
  return others.length === 0 ? first : { and: filters };
}

/** A filter that nothing fulfils. */
export const nothing: Filter = Object.freeze({ id: { in: [] } });
