/**
 * A page of Next's as the document that it is: without the scripts that would bring it to life, for a page on which nothing
 * moves. Next sends them with every page and has no setting for it. Data stays (JSON-LD).
 */
export function withoutScripts(html: string): string {
  return html.replace(script, '').replace(hintOfScript, '');
}

// What Next writes itself: every attribute in double quotes, no ">" in one.
const script = /<script\b(?![^>]*\btype="application\/ld\+json")[^>]*>[\s\S]*?<\/script>/g;
const hintOfScript = /<link\b(?=[^>]*\bas="script")[^>]*>/g;
