import { createHash } from 'node:crypto';

export interface AllowedContent {
  /** Sources of scripts besides our own files: a nonce or hashes, with the policy's single quotes. */
  scripts: string[];
  /** Origins of images that the operator configured: map tiles, a logo. */
  imageOrigins: string[];
  /** Origins to which the response to a form may redirect: the API's sign-in if it is on another site. */
  formOrigins: string[];
  /** Whether the page shows other pages of ours in frames. */
  hasFrames?: boolean;
  /** Whether this is development. The development tools of Next.js evaluate code and insert styles. */
  isDevelopment: boolean;
}

/** The Content-Security-Policy of a page. It allows our own files and what `allowed` lists. */
export function contentSecurityPolicy(allowed: AllowedContent): string {
  const script = ["'self'", ...allowed.scripts, ...(allowed.isDevelopment ? ["'unsafe-eval'"] : [])];
  const style = ["'self'", ...(allowed.isDevelopment ? ["'unsafe-inline'"] : [])];
  const images = allowed.imageOrigins.filter(isSource);
  const forms = allowed.formOrigins.filter(isSource);
  return [
    "default-src 'none'",
    `script-src ${script.join(' ')}`,
    `style-src ${style.join(' ')}`,
    `img-src ${["'self'", 'data:', ...images].join(' ')}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    ...(allowed.hasFrames === true ? ["frame-src 'self'"] : []),
    `form-action ${["'self'", ...forms].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/**
 * Whether an origin contains no character that ends a directive or a policy. The URL Standard allows ";" and "," in a
 * host, but no intended source has them.
 */
function isSource(origin: string): boolean {
  return /^[^\s;,']+$/.test(origin);
}

/**
 * A rendered page without its nonce, and the hashes of the inline scripts that had the nonce. The page can then be
 * cached and sent to many visitors. A script without the nonce gets no hash and does not run.
 * @see https://www.w3.org/TR/CSP3/#grammardef-hash-source
 */
export function replaceNonceByHashes(html: string, nonce: string): { html: string; hashes: string[] } {
  const attribute = ` nonce="${nonce}"`;
  const hashes = new Set<string>();
  for (const match of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    const [, attributes = '', code = ''] = match;
    if (!attributes.includes(attribute) || /\bsrc=/.test(attributes)) continue;
    hashes.add(`'sha256-${createHash('sha256').update(code, 'utf8').digest('base64')}'`);
  }
  return { html: html.replaceAll(attribute, ''), hashes: [...hashes] };
}

/** Headers that every page has. `isHttps`: the public address is https. */
export function pageSecurityHeaders(isHttps: boolean): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    ...(isHttps ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  };
}
