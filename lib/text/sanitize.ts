import sanitizeHtml from 'sanitize-html';

const elements = [
  'a', 'abbr', 'acronym', 'b', 'blockquote', 'code', 'em', 'i', 'li', 'ol', 'strong', 'ul',
  'p', 'table', 'thead', 'tbody', 'th', 'tr', 'td', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6',
  'div', 'pre', 'span', 'hr', 'dl', 'dt', 'dd', 'sup', 'img', 'del', 'br', 'ins', 'input', 'label',
]; // prettier-ignore

/** Colours, gradients and positions; no `url(…)`, so that a text can't fetch anything but images. */
const harmlessBackground = /^(?!.*(?:url|image|expression|var|attr)\s*\()[\w\s#%.,()/+-]{1,200}$/i;

const options: sanitizeHtml.IOptions & { preserveEscapedAttributes: boolean } = {
  allowedTags: elements,
  allowedAttributes: {
    '*': ['class', 'style', 'id'],
    a: ['href', 'title', 'alt', 'target'],
    abbr: ['title'],
    acronym: ['title'],
    img: ['alt', 'src'],
    input: ['type', 'checked'],
  },
  allowedSchemes: ['http', 'https', 'ftp', 'mailto'],
  allowProtocolRelative: true,
  disallowedTagsMode: 'escape',
  preserveEscapedAttributes: true,
  // Styles are filtered below: the library's own filter can't be told to keep one property only in this notation.
  parseStyleAttributes: false,
  transformTags: { '*': tidyAttributes },
};

/**
 * What of an HTML text may be shown (conventions.md §10): forbidden elements become text, forbidden attributes and addresses go,
 * attributes are in alphabetical order, elements are balanced.
 */
export function sanitize(html: string): string {
  return html5(sanitizeHtml(html, options));
}

function tidyAttributes(tagName: string, attributes: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const tidy: sanitizeHtml.Attributes = {};
  for (const name of Object.keys(attributes).sort()) {
    const value = name === 'style' ? keptStyle(attributes[name] ?? '') : attributes[name];
    if (value !== undefined) tidy[name] = value;
  }
  return { tagName, attribs: tidy };
}

function keptStyle(style: string): string | undefined {
  const kept = style
    .split(';')
    .map((declaration) => /^\s*background\s*:(.*)$/is.exec(declaration)?.[1]?.trim())
    .filter((value) => value !== undefined && harmlessBackground.test(value));
  return kept.length > 0 ? kept.map((value) => `background: ${value};`).join(' ') : undefined;
}

/** In sanitised text every `>` that ends no tag is escaped, so these patterns match whole tags only. */
function html5(html: string): string {
  return html
    .replaceAll(' />', '>')
    .replace(/(<a class="reference (?:epic|user-story|task|issue)"[^>]*>)#(?=\d)/g, '$1&num;')
    .replace(/\u00a0(<a class="footnote-backref"[^>]*>)\u21a9/g, '&#160;$1&#8617;');
}
