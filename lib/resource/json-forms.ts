import type { Resource } from './define';
import type { Document } from './document';
import type { View } from './view';

interface Kept {
  /** All that the text was made of beside the document, compared by identity. */
  depends: readonly unknown[];
  json: string;
}

type Form = 'list' | 'detail';

const kept: Record<Form, WeakMap<object, Kept>> = { list: new WeakMap(), detail: new WeakMap() };

/**
 * The JSON text of a document's form. Where the store shares frozen documents, the text is kept with the document for
 * as long as the cards and contexts that it shows, the language and what the resource `varies` by are the same.
 */
export function jsonOf<D extends Document>(resource: Resource<D>, form: Form, document: D, view: View): string {
  const { list, detail, varies } = resource.serialize;
  const make = form === 'list' ? (list ?? detail) : detail;
  if (!varies || !Object.isFrozen(document)) return JSON.stringify(make(document, view));
  const depends = [view.facts.language, ...view.shownIn(document, resource.references ?? {}), ...varies(document, view)];
  const known = kept[form].get(document);
  if (known && sameItems(known.depends, depends)) return known.json;
  const json = JSON.stringify(make(document, view));
  kept[form].set(document, { depends, json });
  return json;
}

function sameItems(left: readonly unknown[], right: readonly unknown[]): boolean {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index++) if (left[index] !== right[index]) return false;
  return true;
}

/** Several JSON texts as one list. */
export const jsonList = (items: readonly string[]) => `[${items.join(',')}]`;

/** The JSON text of an object with one more key at its end. */
export const withKey = (json: string, key: string, value: unknown) =>
  `${json.slice(0, -1)}${json === '{}' ? '' : ','}${JSON.stringify(key)}:${JSON.stringify(value)}}`;
