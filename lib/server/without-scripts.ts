/**
 * Turns a Next page without interactive parts into a plain document. It removes Next's scripts, because Next always
 * sends them and has no setting against it. Data (JSON-LD) and our own small files of `public/` are kept.
 */
export function withoutScripts(html: string): string {
  return html.replace(script, '').replace(hintOfScript, '');
}

// A tag as Next writes it: every attribute is in double quotes and has no ">".
const script =
  /<script\b(?![^>]*(?:\btype="application\/ld\+json"|\bsrc="\/[\w-]+\.js"))[^>]*>[\s\S]*?<\/script>/g;
const hintOfScript = /<link\b(?=[^>]*\bas="script")[^>]*>/g;
