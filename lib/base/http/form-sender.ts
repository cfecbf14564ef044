/** In these headers, the browser names the page that sent a form. No page can change these headers. */
export interface FormHeaders {
  /** null: the header is missing. No browser omits it from a POST sent by another site's page. */
  origin: string | null;
  /** The value of Sec-Fetch-Site. */
  site: string | null;
}

/**
 * Whether our own page or another site's page sent a form. `unknown`: the sender is a program that does not send these
 * headers. Because of this check, forms need no token and no JavaScript. If our own page was opened under another host
 * name of this server, the result is `other`. Nobody is signed in under such a name, because the browser does not send
 * our cookies to it.
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
 */
export function formSender({ origin, site }: FormHeaders, baseUrl: string): 'own' | 'other' | 'unknown' {
  if (origin === null) return site === 'cross-site' ? 'other' : 'unknown';
  // If our own page sends no referrer, the browser sends "null" (Fetch standard, "append a request Origin header").
  if (origin === 'null') return site === 'same-origin' ? 'own' : 'other';
  return origin === new URL(baseUrl).origin ? 'own' : 'other';
}
