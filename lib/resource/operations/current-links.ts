import type { Resource } from '../define';
import type { Document } from '../document';
import { namesElements, renderAll } from '../rendering';
import type { RestRequest } from '../request';

const textFieldsOf = new WeakMap<object, readonly string[]>();

/** Markdown fields whose HTML is stored beside them. */
function textFields<D extends Document>(resource: Resource<D>): readonly string[] {
  let names = textFieldsOf.get(resource);
  if (!names) {
    const isRendered = ([name, { type }]: [string, { type: string }]) => type === 'markdown' && `${name}_html` in resource.fields;
    names = Object.entries(resource.fields)
      .filter(isRendered)
      .map(([name]) => name);
    textFieldsOf.set(resource, names);
  }
  return names;
}

const textIn = (document: Document, field: string): string => {
  const text = (document as Record<string, unknown>)[field];
  return typeof text === 'string' ? text : '';
};

/**
 * Documents with the links of their texts as they are now: what is named may have got another subject, been made or been
 * removed since the text was rendered (conventions.md §10). Texts that name nothing cost nothing; others two calls for all
 * documents of a project.
 */
export async function withCurrentLinks<D extends Document>(
  resource: Resource<D>,
  request: RestRequest,
  documents: readonly D[],
): Promise<readonly D[]> {
  const fields = textFields(resource);
  const naming = documents.filter((document) => fields.some((field) => namesElements(textIn(document, field))));
  if (naming.length === 0) return documents;
  const projects = [...new Set(naming.map(projectOf))];
  const current = await Promise.all(projects.map((project) => rendered(resource, request, naming, project)));
  const byId = new Map(current.flat().map((document) => [document.id, document]));
  return documents.map((document) => byId.get(document.id) ?? document);
}

const projectOf = (document: Document): unknown => (document as Record<string, unknown>).project;

async function rendered<D extends Document>(
  resource: Resource<D>,
  request: RestRequest,
  naming: readonly D[],
  project: unknown,
): Promise<D[]> {
  const context = typeof project === 'number' ? await request.context(project) : null;
  if (!context) return [];
  const fields = textFields(resource);
  const own = naming.filter((document) => projectOf(document) === project);
  const html = await renderAll(
    request,
    context,
    own.flatMap((document) => fields.map((field) => ({ source: textIn(document, field) }))),
  );
  return own.map((document, index) => {
    const texts = fields.map((field, place) => [`${field}_html`, html[index * fields.length + place] ?? ''] as const);
    // What is as it was stays the document that answers are kept for.
    return texts.every(([name, text]) => textIn(document, name) === text) ? document : { ...document, ...Object.fromEntries(texts) };
  });
}
