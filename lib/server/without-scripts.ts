/**
 * Removes Next's scripts from a page without interactive parts. Next always sends them and has no setting against them.
 * Data (JSON-LD) and our own small scripts of `public/` stay.
 */
export function withoutScripts(html: string): string {
  return html.replace(script, '').replace(hintOfScript, '');
}

// The patterns expect tags as Next writes them: every attribute is in double quotes and has no ">".
const script =
  /<script\b(?![^>]*(?:\btype="application\/ld\+json"|\bsrc="\/[\w-]+\.js"))[^>]*>[\s\S]*?<\/script>/g;
const hintOfScript = /<link\b(?=[^>]*\bas="script")[^>]*>/g;
