const texts = new WeakMap<ReadonlySet<string>, string>();

/** A set of permissions as JSON; the sets are shared and long-lived, so their texts are kept. */
export function permissionText(permissions: ReadonlySet<string>): string {
  let text = texts.get(permissions);
  if (text === undefined) texts.set(permissions, (text = JSON.stringify([...permissions])));
  return text;
}
