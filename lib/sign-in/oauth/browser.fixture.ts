/** A browser for tests. It stores cookies, submits the forms of a page, and follows no redirects to other sites. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly setCookies: string[] = [];
  page = '';
  path = '';
  response = new Response();

  constructor(
    private readonly request: (path: string, init: RequestInit) => Promise<Response>,
    private readonly site: { origin: string; password: string },
  ) {}

  /** Follows redirects on our own site. A redirect to another site stays in `response`. */
  async open(path: string, init: RequestInit = {}): Promise<this> {
    const headers = new Headers(init.headers);
    if (this.cookies.size > 0)
      headers.set('Cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    this.path = path;
    this.response = await this.request(path, {
      ...init,
      headers,
      redirect: 'manual',
    });
    for (const cookie of this.response.headers.getSetCookie()) this.store(cookie);
    const location = this.response.headers.get('Location');
    if (location?.startsWith('/')) return this.open(location);
    this.page = location === null ? await this.response.clone().text() : '';
    return this;
  }

  /**
   * Submits a form with its hidden fields and the given fields.
   * @param action the form's action ends with this text
   */
  async submit(
    fields: Record<string, string>,
    { action = '', headers = {} as Record<string, string> } = {},
  ): Promise<this> {
    const form = this.forms().find(
      (found) => found.method === 'post' && found.action.split('?')[0]?.endsWith(action),
    );
    if (form === undefined) throw new Error(`no form ${action} on ${this.path}: ${this.page}`);
    const body = new URLSearchParams({ ...form.hidden, ...fields }).toString();
    return this.open(form.action, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: this.site.origin, ...headers },
    });
  }

  async signIn(email = 'ada@example.org', typed = this.site.password): Promise<this> {
    return this.submit({ email, password: typed }, { action: 'sign-in' });
  }

  callback(): URLSearchParams {
    const location = this.response.headers.get('Location');
    if (location === null)
      throw new Error(`no redirect but ${this.response.status} on ${this.path}: ${this.page}`);
    return new URL(location).searchParams;
  }

  forms(): { method: string; action: string; hidden: Record<string, string> }[] {
    return [...this.page.matchAll(/<form ([^>]*)>(.*?)<\/form>/gs)].map(
      ([, attributes = '', content = '']) => ({
        method: /method="(\w+)"/.exec(attributes)?.[1] ?? 'get',
        action: unescape(/action="([^"]*)"/.exec(attributes)?.[1] ?? ''),
        hidden: Object.fromEntries(
          [...content.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
            ([, name, value]) => [name, unescape(value ?? '')],
          ),
        ),
      }),
    );
  }

  private store(cookie: string): void {
    this.setCookies.push(cookie);
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (value === '') this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

function unescape(text: string): string {
  return text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'");
}
