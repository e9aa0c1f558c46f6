const pattern = /^[^\s@<>()[\],;:\\"]+@[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)+$/u;
const longestAddress = 255;

/** Whether a text is one plain mail address: no name, no list, no control characters, at most 255 characters. */
export function isEmailAddress(text: string): boolean {
  return text.length <= longestAddress && pattern.test(text) && !text.includes('..') && !text.startsWith('.');
}

/** Whether the domain of an address is one of the allowed ones, compared without case; an empty list allows all. */
export function isAllowedDomain(address: string, domains: readonly string[]): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return domains.length === 0 || domains.some((allowed) => allowed.toLowerCase() === domain);
}

/** The form in which names and addresses are compared: without case, and with compatible characters made one. */
export function comparable(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
