import { marked } from 'marked';
import { publicHtml, type PublicHtml } from '@/lib/public-html';

let last: { markdown: string; html: PublicHtml | null } | null = null;

/** Markup that is safe to show. null: there is nothing to read. */
export function introductionHtml(markdown: string | null): PublicHtml | null {
  if (markdown === null) return null;
  // Every new page uses the same text, so the last result is cached.
  if (last?.markdown !== markdown) last = { markdown, html: publicHtml(parse(markdown)) };
  return last.html;
}

/** A text that nests too deeply for the parser is shown unchanged, because the front page must not fail. */
function parse(markdown: string): string {
  try {
    return marked.parse(markdown, { async: false, breaks: true });
  } catch (error) {
    if (error instanceof RangeError) return markdown;
    throw error;
  }
}
