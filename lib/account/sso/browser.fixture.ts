import type { Chapterhouse } from '@/lib/chapterhouse';
import { setCookiesOf } from './cookies';
import { handleAuth } from './handle-auth';

export class TestBrowser {
  readonly cookies = new Map<string, string>();
  readonly lines: string[] = [];

  constructor(private readonly app: Chapterhouse) {}

  async get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return await this.send(
      new Request(`${this.app.config.baseUrl}${path}`, { headers: this.withCookies(headers) }),
    );
  }

  async post(
    path: string,
    form: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return await this.send(
      new Request(`${this.app.config.baseUrl}${path}`, {
        method: 'POST',
        headers: this.withCookies({ Origin: new URL(this.app.config.baseUrl).origin, ...headers }),
        body: new URLSearchParams(form),
      }),
    );
  }

  private withCookies(headers: Record<string, string>): Record<string, string> {
    const cookie = [...this.cookies]
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('; ');
    return cookie === '' ? headers : { cookie, ...headers };
  }

  private async send(request: Request): Promise<Response> {
    const path = new URL(request.url).pathname.replace('/api/auth/', '').split('/');
    const response = await handleAuth(this.app, request, path);
    for (const { name, value, line } of setCookiesOf(response)) {
      this.lines.push(line);
      if (value === '' || /max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }
}

export function locationOf(response: Response): URL {
  return new URL(response.headers.get('location') ?? 'about:blank');
}
