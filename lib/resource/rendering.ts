import type { ProjectContext } from '../contracts/project-context';
import { attachmentsIn, mentionsIn, referencesIn, renderMarkdown } from '../text/markdown';
import type { RestRequest } from './request';

/** Whoever renders: a request or an internal call. */
export type Renderer = Pick<RestRequest, 'node' | 'call'>;

/** HTML of a Markdown text. */
export interface Rendered {
  html: string;
}

/**
 * Renders a text of the project: references and mentions are looked up in one batch each (conventions.md §10).
 * @param own the element that the text belongs to, as it is going to be: a reference to itself shows its new subject
 */
export async function renderText(
  request: Renderer,
  context: ProjectContext,
  source: string,
  own?: { ref: number; subject: string },
): Promise<Rendered> {
  if (source === '') return { html: '' };
  const refs = referencesIn(source);
  const [members, elements, addresses] = await Promise.all([
    membersNamed(request, context, mentionsIn(source)),
    elementsOf(request, context.id, refs),
    addressesOf(request, context.id, attachmentsIn(source)),
  ]);
  const { site, static: staticUrl } = request.node.config.addresses;
  const html = renderMarkdown(source, {
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
  return { html };
}

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
