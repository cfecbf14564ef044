/** The browser names the page that sent a form in these headers. No page can change them. */
export interface FormHeaders {
  /** null: the header is missing. No browser omits it from a POST sent by another site's page. */
  origin: string | null;
  /** The value of Sec-Fetch-Site. */
  site: string | null;
}

/**
 * Whether our own page or another site's page sent a form. `unknown`: the sender is a program that does not send these
 * headers. Because of this check, forms need no token and no JavaScript. A form of ours that was opened under another
 * name of this server counts as another site's. The browser does not send our cookies to that name.
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
 */
export function formSender({ origin, site }: FormHeaders, baseUrl: string): 'own' | 'other' | 'unknown' {
  if (origin === null) return site === 'cross-site' ? 'other' : 'unknown';
  // If our own page sends no referrer, the browser sends "null" (Fetch standard, "append a request Origin header").
  if (origin === 'null') return site === 'same-origin' ? 'own' : 'other';
  return origin === new URL(baseUrl).origin ? 'own' : 'other';
}
