import type { MarkdownIt } from 'markdown-it';

const longestAddress = 2000;

/** Makes addresses in plain text links: with a scheme, beginning with `www.`, or of mail (conventions.md §10). */
export function linkifyPlugin(md: MarkdownIt): void {
  const { linkify } = md;
  linkify.set({ fuzzyLink: false, fuzzyIP: false, fuzzyEmail: true });
  linkify.add('//', null);
  linkify.add('www.', {
    validate: (text, position) => {
      const address = `//www.${text.slice(position, position + longestAddress)}`;
      const length = linkify.testSchemaAt(address, 'http:', 0);
      return Math.max(0, length - '//www.'.length);
    },
    normalize: (match) => {
      match.url = `http://${match.url}`;
    },
  });
  md.normalizeLinkText = (text) => text;
  // Addresses are judged after rendering, by the one allow-list.
  md.validateLink = () => true;
}
