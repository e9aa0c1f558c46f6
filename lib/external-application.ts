import type { ExternalApplication } from './contracts/credential-actions';

const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0');
const isOptional = (value: unknown) => value === null || isText(value);

/** What each field of an external application must be (applications.md §1). */
const checks: Record<keyof ExternalApplication, (value: unknown) => boolean> = {
  id: (value) => isText(value) && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value),
  key: (value) => isText(value) && value.length >= 16,
  name: (value) => isText(value) && value.length > 0 && value.length <= 255,
  web: isOptional,
  description: isOptional,
  icon_url: isOptional,
  next_url: (value) => isText(value) && /^[a-z][a-z0-9+.-]*:\S+$/i.test(value),
};

/** The names of the fields that are missing or wrong; none: it is an application. */
export function wrongFields(fields: Partial<Record<keyof ExternalApplication, unknown>>): (keyof ExternalApplication)[] {
  return (Object.keys(checks) as (keyof ExternalApplication)[]).filter((name) => !checks[name](fields[name]));
}
