/** Makes HTML that the office has entered safe to show (docs/decisions.md 3). Only this file creates a `PublicHtml`. */
import sanitizeHtml from 'sanitize-html';
import { publicWebsite } from './public-text';

declare const isSanitised: unique symbol;

/** HTML with only the tags in `publicTags`. The only attributes are `rel` and an http(s) `href`. */
export type PublicHtml = string & { readonly [isSanitised]: true };

export const publicTags = ['p', 'br', 'strong', 'b', 'em', 'i', 'ul', 'ol', 'li', 'a'];

/** What a text may have. */
interface Limits {
  maxLength: number;
  rules: sanitizeHtml.IOptions;
}

/**
 * Makes the HTML of a page for members safe to show. It may be longer, and have headings, quotations and lines. The title
 * of the page is its first heading, so all others are one level lower.
 */
export function pageHtml(html: string): PublicHtml | null {
  return limited(html, ofPages);
}

/**
 * The text is cut to 10 000 characters. A text without markup keeps its line breaks. Sanitising the result again does
 * not change the result. null: no readable text is left.
 */
export function publicHtml(text: string | null): PublicHtml | null {
  return limited(text, usual);
}

function limited(text: string | null, { maxLength, rules }: Limits): PublicHtml | null {
  let given = (text ?? '').slice(0, maxLength).trim();
  let html = sanitised(given, rules);
  // Some characters are written as entities of up to six characters. The HTML can therefore be longer than the text.
  // The text is then halved until the HTML is short enough.
  while (html.length > maxLength) {
    given = given.slice(0, given.length / 2);
    html = sanitised(given, rules);
  }
  // The cast is safe: the library made the text, and it has only allowed tags.
  return html.replace(/<[^>]*>/g, '').trim() === '' ? null : (html as PublicHtml);
}

function sanitised(text: string, rules: sanitizeHtml.IOptions): string {
  const html = /<[a-z!/?]/i.test(text) ? text : text.replace(/\r?\n/g, '<br>');
  // These characters are replaced after the library has turned entities into characters.
  return sanitizeHtml(html, rules)
    .replace(/[\p{Cs}\p{Cc}\p{Bidi_Control}]+/gu, ' ')
    .trim();
}

const rules: sanitizeHtml.IOptions = {
  allowedTags: publicTags,
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https'],
  transformTags: { a: toPublicLink },
  // These elements are removed with their content. Their content is code, or is not part of the readable text.
  nonTextTags: [
    'script',
    'style',
    'template',
    'noscript',
    'svg',
    'math',
    'head',
    'title',
    'iframe',
    'object',
    'select',
    'option',
    'textarea',
    'xmp',
    'noembed',
    'noframes',
    'plaintext',
  ],
  nestingLimit: 10,
};

/** A link without a web address could lead to our own site or run code. Its tag is removed, and its text stays. */
function toPublicLink(_: string, { href = '' }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const address = /^\s*https?:\/\//i.test(href) ? publicWebsite(href) : null;
  return address === null
    ? { tagName: 'span', attribs: {} }
    : { tagName: 'a', attribs: { href: address, rel: 'noopener nofollow' } };
}

// About three printed pages. A longer text would hide the members on a category's page.
const usual: Limits = { maxLength: 10_000, rules };

const ofPages: Limits = {
  // Four times the longest Markdown.
  maxLength: 200_000,
  rules: {
    ...rules,
    allowedTags: [...publicTags, 'h2', 'h3', 'h4', 'blockquote', 'hr'],
    transformTags: { a: toPublicLink, h1: 'h2', h2: 'h3', h3: 'h4', h4: 'h4', h5: 'h4', h6: 'h4' },
  },
};
