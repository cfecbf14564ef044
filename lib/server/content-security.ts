import { createHash } from 'node:crypto';

export interface AllowedContent {
  /** Nonces or hashes of inline scripts, with the single quotes that the policy needs. */
  scripts: string[];
  /** Origins of map tiles and logos that the operator configured. */
  imageOrigins: string[];
  /** Origins to which a form may redirect: the API's sign-in, if it is on another site. */
  formOrigins: string[];
  /** The page shows other pages of this site in frames. */
  hasFrames?: boolean;
  /** The development tools of Next.js evaluate code and insert styles. */
  isDevelopment: boolean;
}

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

/** false if the origin could end a directive or the policy. The URL Standard allows ";" and "," in a host. */
function isSource(origin: string): boolean {
  return /^[^\s;,']+$/.test(origin);
}

/**
 * Removes the nonce and returns the hashes of the inline scripts that had it. The page can then be cached and sent to
 * many visitors. A script without the nonce gets no hash and does not run.
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

/** The security headers of every page. `isHttps`: the public address is https. */
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
