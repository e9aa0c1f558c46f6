import type { Resource } from './define';
import type { Document } from './document';
import type { View } from './view';

interface Kept {
  /** All that the text was made of beside the document, compared by identity. */
  depends: readonly unknown[];
  json: string;
}

/**
 * JSON texts of documents that the store shares (and has frozen), each kept with its document for as long as what it
 * depends on is the same. Documents that aren't shared are made into text each time.
 */
export class KeptJson {
  readonly #texts = new WeakMap<object, Kept>();

  /** @param depends all that `make` looks at beside the document, compared by identity */
  of(document: object, depends: readonly unknown[], make: () => unknown): string {
    if (!Object.isFrozen(document)) return JSON.stringify(make());
    const known = this.#texts.get(document);
    if (known && sameItems(known.depends, depends)) return known.json;
    const json = JSON.stringify(make());
    this.#texts.set(document, { depends, json });
    return json;
  }
}

type Form = 'list' | 'detail';

const kept: Record<Form, KeptJson> = { list: new KeptJson(), detail: new KeptJson() };

/** The JSON text of a document's form; kept where the resource says what it `varies` by. */
export function jsonOf<D extends Document>(resource: Resource<D>, form: Form, document: D, view: View): string {
  const { list, detail, varies } = resource.serialize;
  const make = form === 'list' ? (list ?? detail) : detail;
  if (!varies) return JSON.stringify(make(document, view));
  const depends = [view.facts.language, ...view.shownIn(document, resource.references ?? {}), ...varies(document, view)];
  return kept[form].of(document, depends, () => make(document, view));
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
