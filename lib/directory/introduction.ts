import { marked } from 'marked';
import { publicHtml, type PublicHtml } from './public-html';

let last: { markdown: string; html: PublicHtml | null } | null = null;

/** An association's Markdown as markup that is safe to show; null if there is nothing to read. */
export function introductionHtml(markdown: string | null): PublicHtml | null {
  if (markdown === null) return null;
  // Every page that is not cached asks for the same text.
  if (last?.markdown !== markdown)
    last = { markdown, html: publicHtml(marked.parse(markdown, { async: false, breaks: true })) };
  return last.html;
}
