/** The absolute address of a stored picture, or null. */
export function logoAddress(api: string, path: string | null | undefined): string | null {
  return path ? `${api}/media/${path}` : null;
}
