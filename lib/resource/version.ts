import { fieldError, validationError } from '../errors';
import { messages, readInteger, FieldProblem } from './fields';
import type { VersionedDocument } from './document';

const notValid = () => fieldError('version', 'The version parameter is not valid');

/** Reads the `version` of a body (occ.md). @throws 400 */
export function sentVersion(body: Record<string, unknown>): number {
  const value = body.version;
  if (value === undefined) throw notValid();
  if (value === null || value === '') throw validationError({ version: [messages.null] });
  try {
    return readInteger(value);
  } catch (error) {
    if (error instanceof FieldProblem) throw validationError({ version: error.messages });
    throw error;
  }
}

/**
 * Judges an edit made from an older version: refused when an attribute that it sends has changed since (occ.md).
 * @throws 400
 */
export function judgeVersion(
  document: Pick<VersionedDocument, 'version' | 'field_versions'>,
  version: number,
  sent: Iterable<string>,
): void {
  if (version < 0 || version > document.version) throw notValid();
  if (version === document.version) return;
  for (const name of sent) {
    if (name !== 'version' && (document.field_versions[name] ?? 0) > version) {
      throw fieldError('version', "The version doesn't match with the current one");
    }
  }
}
