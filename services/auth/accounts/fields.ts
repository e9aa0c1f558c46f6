import type { Config } from '../../../lib/config';
import { isAllowedDomain, isEmailAddress } from '../../../lib/email-address';
import { demandLength, f, FieldProblem, messages, readText, type Field, type ReadContext } from '../../../lib/resource/fields';
import { readValid } from '../../../lib/resource/read-body';
import { holdsMarkup } from '../../../lib/text/markup';

export const shortestPassword = 6;

const longestName = 255;
const longestFullName = 36;
const usernamePattern = /^[\p{L}\p{M}\p{N}_.-]+$/u;
const schema = { type: 'string' };

/** A text with a condition of its own; an empty required one is refused before. */
function checkedText(
  options: { required: boolean; max: number },
  check: (text: string, context: ReadContext) => string | null,
): Field<string> {
  return f.custom('text', { ...schema, maxLength: options.max }, { required: options.required, initial: '' }, (value, context) => {
    const text = readText(value);
    if (text === '' && options.required && context.operation !== 'patch') throw new FieldProblem([messages.required]);
    demandLength(text, options);
    const problem = check(text, context);
    if (problem !== null) throw new FieldProblem([problem]);
    return text;
  });
}

/** A username (auth.md §4). */
export const usernameField = checkedText({ required: true, max: longestName }, (text) =>
  usernamePattern.test(text) ? null : 'Required. 255 characters or fewer. Letters, numbers and /./-/_ characters',
);

/** A person's name; empty only on edit. */
export const fullNameField = (required: boolean): Field<string> =>
  checkedText({ required, max: longestFullName }, (text) => (holdsMarkup(text) ? 'Invalid full name' : null));

/** A mail address of an allowed domain. */
export const emailField = ({ accounts }: Config): Field<string> =>
  checkedText({ required: true, max: longestName }, (text) => {
    if (!isEmailAddress(text)) return 'Enter a valid email address.';
    return isAllowedDomain(text, accounts.allowedEmailDomains) ? null : 'You email domain is not allowed';
  });

/** A new password. */
export const passwordField: Field<string> = f.text({ required: true, min: shortestPassword });

/** A text that must be sent. */
export const requiredText: Field<string> = f.text({ required: true });

/** Reads fields that are all texts. @throws 400 by field */
export const readTexts = <Name extends string>(fields: Record<Name, Field<string>>, body: Record<string, unknown>): Record<Name, string> =>
  readValid(fields, body, 'create') as Record<Name, string>;
