/** Markup that an organisation's office wrote, made safe to show (decisions.md 3). Nothing else makes a `PublicHtml`. */
import sanitizeHtml from 'sanitize-html';
import { publicWebsite } from './public-text';

declare const isSanitised: unique symbol;

/** HTML with nothing but `publicTags` in it, whose one attribute but `rel` is the http(s) address of a link. */
export type PublicHtml = string & { readonly [isSanitised]: true };

export const publicTags = ['p', 'br', 'strong', 'b', 'em', 'i', 'ul', 'ol', 'li', 'a'];

// Some three printed pages: a page per category stays a page of its members.
const maxLength = 10_000;

/**
 * The text with its allowed markup, at most 10 000 characters, what is longer cut; null when nothing is left to read.
 * Line breaks of a text without markup stay. Sanitising the answer again gives the same.
 */
export function publicHtml(text: string | null): PublicHtml | null {
  let given = (text ?? '').slice(0, maxLength).trim();
  let html = sanitised(given);
  // Signs that have to be written as entities take up to six characters.
  while (html.length > maxLength) {
    given = given.slice(0, given.length / 2);
    html = sanitised(given);
  }
  // Made by the library from the allowed tags alone.
  return html.replace(/<[^>]*>/g, '').trim() === '' ? null : (html as PublicHtml);
}

function sanitised(text: string): string {
  const html = /<[a-z!/?]/i.test(text) ? text : text.replace(/\r?\n/g, '<br>');
  // After the library, which has turned entities into characters.
  return sanitizeHtml(html, rules)
    .replace(/[\p{Cs}\p{Cc}\p{Bidi_Control}]+/gu, ' ')
    .trim();
}

const rules: sanitizeHtml.IOptions = {
  allowedTags: publicTags,
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https'],
  transformTags: { a: toPublicLink },
  // What stands in these is code, or not for reading.
  nonTextTags: [
    ...['script', 'style', 'template', 'noscript', 'svg', 'math', 'head', 'title', 'iframe', 'object'],
    ...['select', 'option', 'textarea', 'xmp', 'noembed', 'noframes', 'plaintext'],
  ],
  nestingLimit: 10,
};

/** A link without an address on the web loses its tag and keeps its text: it would lead to a page of ours, or run code. */
function toPublicLink(_: string, { href = '' }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const address = /^\s*https?:\/\//i.test(href) ? publicWebsite(href) : null;
  return address === null
    ? { tagName: 'span', attribs: {} }
    : { tagName: 'a', attribs: { href: address, rel: 'noopener nofollow' } };
}
