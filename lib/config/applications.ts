import { refuse, setting, type Setting } from './kinds';

/** An external application that the operator has admitted (applications.md §1). */
export interface ExternalApplication {
  /** UUID text. */
  id: string;
  /** Shared secret, at least 16 characters; never shown. */
  key: string;
  name: string;
  web: string | null;
  description: string | null;
  icon_url: string | null;
  next_url: string;
}

/** A JSON list of external applications. */
export function applications(meaning: string): Setting<readonly ExternalApplication[]> {
  return setting<readonly ExternalApplication[]>('JSON list', parseApplications, {
    meaning,
    fallback: [],
    secret: true,
  });
}

function parseApplications(value: string): ExternalApplication[] {
  const entries = parseJson(value);
  if (!Array.isArray(entries)) return refuse('must be a JSON list of objects');
  const parsed = entries.map(parseApplication);
  const ids = new Set(parsed.map(({ id }) => id));
  return ids.size === parsed.length ? parsed : refuse('has two applications with the same id');
}

function parseApplication(entry: unknown, index: number): ExternalApplication {
  if (typeof entry !== 'object' || entry === null) return refuse('must be a JSON list of objects');
  const fields = new Map<string, unknown>(Object.entries(entry));
  const read = (name: string, valid: (value: string) => boolean): string => {
    const value = fields.get(name);
    return typeof value === 'string' && valid(value) ? value : refuse(`application ${index + 1} has no valid ${name}`);
  };
  const readOptional = (name: string): string | null => ((fields.get(name) ?? null) === null ? null : read(name, () => true));
  return {
    id: read('id', (value) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)),
    key: read('key', (value) => value.length >= 16),
    name: read('name', (value) => value.length > 0 && value.length <= 255),
    web: readOptional('web'),
    description: readOptional('description'),
    icon_url: readOptional('icon_url'),
    next_url: read('next_url', (value) => value.length > 0),
  };
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    // The parser's message would quote the text, and with it the keys.
    return refuse('is not valid JSON');
  }
}
