/**
 * A Next page as a plain document: without scripts, for a page with nothing interactive. Next sends them with every
 * page and has no setting for it. Data stays (JSON-LD).
 */
export function withoutScripts(html: string): string {
  return html.replace(script, '').replace(hintOfScript, '');
}

// As Next writes it: every attribute in double quotes, without ">" inside.
const script = /<script\b(?![^>]*\btype="application\/ld\+json")[^>]*>[\s\S]*?<\/script>/g;
const hintOfScript = /<link\b(?=[^>]*\bas="script")[^>]*>/g;
