/**
 * A Next page as a plain document, for a page with nothing interactive: without Next's scripts, which it sends with
 * every page and has no setting for. Data (JSON-LD) and our own small files of `public/` stay.
 */
export function withoutScripts(html: string): string {
  return html.replace(script, '').replace(hintOfScript, '');
}

// As Next writes it: every attribute in double quotes, without ">" inside.
const script =
  /<script\b(?![^>]*(?:\btype="application\/ld\+json"|\bsrc="\/[\w-]+\.js"))[^>]*>[\s\S]*?<\/script>/g;
const hintOfScript = /<link\b(?=[^>]*\bas="script")[^>]*>/g;
