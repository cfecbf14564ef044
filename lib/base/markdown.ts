import { marked } from 'marked';

/** HTML that is not safe to show. A text that nests too deeply for the parser is not changed, so no page fails. */
export function markdownToHtml(markdown: string): string {
  try {
    return marked.parse(markdown, { async: false, breaks: true });
  } catch (error) {
    if (error instanceof RangeError) return markdown;
    throw error;
  }
}
