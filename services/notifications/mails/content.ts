import { renderBlocks, type Block, type RenderedMail } from '../../../lib/mail';
import { frontAddress } from '../addresses';
import { changedFields } from './changed-fields';
import { settingsAddress } from './headers.rules';
import type { Digest } from './squash.rules';
import type { MailedKind, Words } from './words';
import { en } from './words.en';
import { es } from './words.es';

const languages: Record<string, Words> = { en, es };

/** The language in which somebody is told: their own where it is complete, else English. */
export const mailLanguage = (wanted: string): string => (Object.hasOwn(languages, wanted) ? wanted : 'en');

/** The mail about a change, or about several of one element. */
export function notificationMail(digest: Digest, author: string | null, site: string, language: string): RenderedMail {
  const words = languages[language] ?? en;
  const { last } = digest;
  const { subject, project, action } = last;
  const kind = subject.kind as MailedKind;
  const element = subject.ref === null ? `"${subject.title}"` : `#${subject.ref} "${subject.title}"`;
  const blocks: Block[] = [
    words.happened({ author: author ?? words.somebody, action, kind, element, project: project.name }),
    ...(action === 'create' ? [{ quote: last.text }] : []),
    ...(action === 'delete' ? [] : changesOf(digest, words, language)),
    ...(action === 'delete' ? [] : [{ label: words.open(kind), link: frontAddress(site, project.slug, subject) }]),
    { label: words.settings, link: settingsAddress(site) },
  ];
  return renderBlocks(`[${project.name}] ${words.subject(action, kind)} ${element}`, blocks, language);
}

function changesOf({ merged, names, singles }: Digest, words: Words, language: string): Block[] {
  return [
    ...changedFields({ diff: merged, names }, words, language),
    ...singles.flatMap(({ comment, ...values }): Block[] => [
      ...changedFields(values, words, language),
      ...(comment === '' ? [] : [words.comment, { quote: comment }]),
    ]),
  ];
}
