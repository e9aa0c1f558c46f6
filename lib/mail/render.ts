import { en } from './languages/en';
import { es } from './languages/es';
import type { Block, MailName, MailTemplates, MailValues } from './templates';

/** A mail's content, ready to send. */
export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

const languages = new Map<string, MailTemplates>([
  ['en', en],
  ['es', es],
]);

/** Renders a mail in the reader's language, or in English where it isn't translated. All values are taken as plain text. */
export function renderMail<N extends MailName>(name: N, language: string, values: MailValues[N], product: string): RenderedMail {
  const templates = languages.get(language) ?? en;
  const template = templates[name];
  const all = { ...values, product };
  return renderBlocks(template.subject(all), template.blocks(all), templates === en ? 'en' : language);
}

/** Renders content given as blocks as plain text and as HTML; `language` marks the HTML. */
export function renderBlocks(subject: string, blocks: readonly Block[], language: string): RenderedMail {
  const shown = blocks.filter((block) => typeof block === 'string' || 'link' in block || block.quote?.trim());
  const content = shown.map(htmlOf).join('\n');
  return {
    subject: subject.replace(/\s+/g, ' ').trim(),
    text: `${shown.map(textOf).join('\n\n')}\n`,
    html: `<!DOCTYPE html>\n<html lang="${escapeHtml(language)}"><body style="font-family:sans-serif">\n${content}\n</body></html>\n`,
  };
}

/** Makes text safe inside HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

function textOf(block: Block): string {
  if (typeof block === 'string') return block;
  return 'link' in block ? `${block.label}:\n${block.link}` : (block.quote ?? '').trim().replace(/^/gm, '> ');
}

function htmlOf(block: Block): string {
  if (typeof block === 'string') return `<p>${escapeHtml(block)}</p>`;
  if ('link' in block) return `<p><a href="${escapeHtml(block.link)}">${escapeHtml(block.label)}</a></p>`;
  const lines = (block.quote ?? '').trim().split(/\r\n|\r|\n/);
  return `<blockquote>${lines.map(escapeHtml).join('<br>')}</blockquote>`;
}
