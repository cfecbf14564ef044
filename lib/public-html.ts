/** Makes HTML that the office has entered safe to show (docs/decisions.md 3). Only this file creates a `PublicHtml`. */
import sanitizeHtml from 'sanitize-html';
import { publicWebsite } from './public-text';

declare const isSanitised: unique symbol;

/** HTML with only the tags in `publicTags`. The only attributes are `rel` and an http(s) `href`. */
export type PublicHtml = string & { readonly [isSanitised]: true };

export const publicTags = ['p', 'br', 'strong', 'b', 'em', 'i', 'ul', 'ol', 'li', 'a'];

// About three printed pages. A longer text would hide the members on a category's page.
const maxLength = 10_000;

/**
 * The text is cut to 10 000 characters. A text without markup keeps its line breaks. Sanitising the result again does
 * not change the result. null: no readable text is left.
 */
export function publicHtml(text: string | null): PublicHtml | null {
  let given = (text ?? '').slice(0, maxLength).trim();
  let html = sanitised(given);
  // Some characters are written as entities of up to six characters. The HTML can therefore be longer than the text.
  // The text is then halved until the HTML is short enough.
  while (html.length > maxLength) {
    given = given.slice(0, given.length / 2);
    html = sanitised(given);
  }
  // The cast is safe: the library made the text, and it has only allowed tags.
  return html.replace(/<[^>]*>/g, '').trim() === '' ? null : (html as PublicHtml);
}

function sanitised(text: string): string {
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
