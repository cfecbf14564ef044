import { markdownToHtml } from '@/lib/base/markdown';
import { publicHtml, type PublicHtml } from '@/lib/base/public-html';

let last: { markdown: string; html: PublicHtml | null } | null = null;

/** Markup that is safe to show. null: there is nothing to read. */
export function introductionHtml(markdown: string | null): PublicHtml | null {
  if (markdown === null) return null;
  // Every new page uses the same text, so the last result is cached.
  if (last?.markdown !== markdown) last = { markdown, html: publicHtml(markdownToHtml(markdown)) };
  return last.html;
}
