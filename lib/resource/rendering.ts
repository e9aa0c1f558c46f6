import type { ProjectContext } from '../contracts/project-context';
import { attachmentsIn, mentionsIn, referencesIn, renderMarkdown } from '../text/markdown';
import type { RestRequest } from './request';

/** Whoever renders: a request or an internal call. */
export type Renderer = Pick<RestRequest, 'node' | 'call'>;

/** HTML of a Markdown text. */
export interface Rendered {
  html: string;
}

/** A text and the element that it belongs to, as it is going to be: a reference to itself shows its new subject. */
export interface SourceText {
  source: string;
  own?: { ref: number; subject: string };
}

/** Renders a text of the project (conventions.md §10). */
export async function renderText(request: Renderer, context: ProjectContext, source: string, own?: SourceText['own']): Promise<Rendered> {
  const [html = ''] = await renderAll(request, context, [{ source, own }]);
  return { html };
}

/** Renders texts of one project: references, mentions and attachments of all of them are looked up in one batch each. */
export async function renderAll(request: Renderer, context: ProjectContext, texts: readonly SourceText[]): Promise<string[]> {
  const sources = texts.map(({ source }) => source).filter((source) => source !== '');
  if (sources.length === 0) return texts.map(() => '');
  const [members, elements, addresses] = await Promise.all([
    membersNamed(request, context, sources.flatMap(mentionsIn)),
    elementsOf(request, context.id, [...new Set(sources.flatMap(referencesIn))]),
    addressesOf(request, context.id, sources.flatMap(attachmentsIn)),
  ]);
  const { site, static: staticUrl } = request.node.config.addresses;
  return texts.map(({ source, own }) => {
    if (source === '') return '';
    return renderMarkdown(source, {
      projectSlug: context.slug,
      front: site,
      staticUrl,
      reference: (ref) => {
        const element = elements.get(ref);
        return element ? { ...element, ...(own?.ref === ref ? { subject: own.subject } : {}) } : null;
      },
      member: (name) => members.get(name) ?? null,
      attachmentUrl: (kind, id) => addresses.get(`${kind}:${id}`) ?? null,
    });
  });
}

/** Whether the HTML of a text depends on other elements of the project. */
export const namesElements = (source: string): boolean => referencesIn(source).length > 0;

/** HTML of a Markdown text outside of any project: references, wiki links and mentions stay text. */
export function renderOutside({ config }: Renderer['node'], source: string): string {
  const { site, static: staticUrl } = config.addresses;
  return renderMarkdown(source, { projectSlug: null, front: site, staticUrl, reference: () => null, member: () => null });
}

/** Ids of the project's members that a text mentions. */
export async function membersMentioned(request: Renderer, context: ProjectContext, source: string): Promise<number[]> {
  const names = mentionsIn(source);
  const members = await membersNamed(request, context, names);
  return [...new Set(names.flatMap((name) => members.get(name)?.id ?? []))];
}

async function membersNamed(request: Renderer, context: ProjectContext, names: readonly string[]) {
  if (names.length === 0) return new Map<string, { id: number; fullName: string }>();
  const cards = await request.node.caches.users.many(context.members.map(({ user }) => user));
  return new Map([...cards.values()].map((card) => [card.username, { id: card.id, fullName: card.full_name_display }]));
}

async function elementsOf(request: Renderer, project: number, refs: readonly number[]) {
  if (refs.length === 0) return new Map<number, ElementOfRef>();
  const found = await Promise.all([
    request.call('backlog.elementsByRef', { project, refs: [...refs] }),
    request.call('issues.elementsByRef', { project, refs: [...refs] }),
  ]);
  return new Map(found.flat().map((element) => [element.ref, element]));
}

/** Only of attachments in the same project: a text doesn't reveal where the files of others are. */
async function addressesOf(request: Renderer, project: number, attachments: { kind: string; id: number }[]) {
  const found = attachments.length === 0 ? [] : await request.call('attachments.addresses', { project, attachments });
  return new Map(found.map(({ kind, id, url }) => [`${kind}:${id}`, url]));
}

type ElementOfRef = { kind: 'epic' | 'us' | 'task' | 'issue'; subject: string };
