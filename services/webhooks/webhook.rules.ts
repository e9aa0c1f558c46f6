import { isIP } from 'node:net';
import { demandLength, FieldProblem, messages, readText, type ReadContext } from '../../lib/resource/fields';
import { isPublicAddress } from '../../lib/safe-fetch';

const longest = 200;

// Scheme, host, and a port of two to five digits (webhooks.md).
const form = /^(?:https?|ftp):\/\/(?:\[[0-9a-f:.]+\]|[^\s/?#:@[\]]+)(?::\d{2,5})?(?:[/?#]\S*)?$/i;

/** Reads the address of a receiver (webhooks.md). @throws FieldProblem */
export function readAddress(value: unknown, { operation }: ReadContext): string {
  const text = readText(value);
  if (text === '') throw new FieldProblem([operation === 'create' ? messages.required : messages.blank]);
  demandLength(text, { max: longest });
  if (!form.test(text) || !URL.canParse(text)) throw new FieldProblem(['Invalid value.']);
  return text;
}

/** Whether the host of an address is a number of a private network; what names lead to is seen at each delivery. */
export function isPrivateNumber(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && !isPublicAddress(host);
}
