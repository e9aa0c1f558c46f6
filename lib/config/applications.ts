import type { ExternalApplication } from '../contracts/credential-actions';
import { wrongFields } from '../external-application';
import { refuse, setting, type Setting } from './kinds';

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
  const { id, key, name, next_url: next, web = null, description = null, icon_url: icon = null } = entry as Record<string, unknown>;
  const application = { id, key, name, next_url: next, web, description, icon_url: icon };
  const [wrong] = wrongFields(application);
  return wrong === undefined ? (application as ExternalApplication) : refuse(`application ${index + 1} has no valid ${wrong}`);
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    // The parser's message would quote the text, and with it the keys.
    return refuse('is not valid JSON');
  }
}
