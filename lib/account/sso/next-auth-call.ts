/**
 * next-auth 4 as a function. Its App Router handler reads cookies and the query from Next itself. The Pages Router
 * handler is used here, because it reads only its arguments.
 */
import type { NextApiRequest, NextApiResponse } from 'next';
import NextAuth from 'next-auth';
import type { AuthOptions } from 'next-auth';

export interface NextAuthCall {
  method: 'GET' | 'POST';
  path: string[];
  query: Record<string, string>;
  body: Record<string, string>;
  cookies: Record<string, string>;
}

export async function callNextAuth(call: NextAuthCall, options: AuthOptions): Promise<Response> {
  const response = new CapturedResponse();
  const request = {
    method: call.method,
    query: { ...call.query, nextauth: call.path },
    body: call.body,
    cookies: call.cookies,
    headers: {},
  };
  // next-auth reads only these five fields of the request and calls only these six methods of the response
  // (next/index.js).
  await NextAuth(request as unknown as NextApiRequest, response as unknown as NextApiResponse, options);
  return response.toResponse();
}

/** Records what next-auth does to a Pages Router response. */
class CapturedResponse {
  private code = 200;
  private readonly fields = new Map<string, string | string[]>();
  private body: string | null = null;

  status(code: number): this {
    this.code = code;
    return this;
  }
  getHeader(name: string): string | string[] | undefined {
    return this.fields.get(name.toLowerCase());
  }
  setHeader(name: string, value: string | string[]): this {
    this.fields.set(name.toLowerCase(), value);
    return this;
  }
  send(body: unknown): void {
    this.body =
      typeof body === 'string' || body === undefined || body === null ? (body ?? null) : JSON.stringify(body);
  }
  json(body: unknown): void {
    this.setHeader('content-type', 'application/json');
    this.send(body);
  }
  end(): void {}

  toResponse(): Response {
    const headers = new Headers();
    for (const [name, value] of this.fields) {
      for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
    }
    return new Response(this.body, { status: this.code, headers });
  }
}
