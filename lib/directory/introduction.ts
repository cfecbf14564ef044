import { marked } from 'marked';
import { publicHtml, type PublicHtml } from '@/lib/public-html';

let last: { markdown: string; html: PublicHtml | null } | null = null;

/** An association's Markdown as markup that is safe to show. null: there is nothing to read. */
export function introductionHtml(markdown: string | null): PublicHtml | null {
  if (markdown === null) return null;
  // The last result is cached, because every new page uses the same text.
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
