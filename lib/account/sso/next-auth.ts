/**
 * next-auth 4, which makes a session from a code of the membership API. Only the four functions of this file call it: it
 * gets only what it needs of the request, and the browser gets only what it needs of the response.
 *
 * These behaviours of next-auth are undone or replaced:
 * - It stores one state, PKCE verifier and target for each browser, so a second tab would end the sign-in of the first.
 *   `requestCode` takes them out of its cookies, flows.ts stores them, and `redeemCode` gives them back.
 * - It copies the query of a sign-in into the address of authorize. `requestCode` passes no query.
 * - It requires a CSRF token in a cookie and a field. `post` creates both, because the origin was already checked.
 * - It responds with 500 to a target that is not an address. The field has passed `ownAddressOrNull`, and `call` removes
 *   the cookie unless it has too.
 * - It redirects to its own page after a failure: `withOurWords`. Its error does not say whether the site refused us or
 *   did not respond: `onFailure` of provider.ts gets the reason.
 * - It turns all errors of authorize into `Callback`. handle-auth.ts handles them, and does not call it.
 * - It renews the cookie whenever the session is read. If the person signs out in another tab at that moment, the new
 *   cookie would sign the person in again. `readSession` leaves it out.
 * - It takes every cookie whose name begins like the session's for a chunk: `sessionCookies`. It leaves old chunks in the
 *   browser: `sessionRemovals`. The cookie outlasts the browser, also on a shared computer: `untilBrowserCloses`.
 * - It ignores a profile without an ID and says nothing: `noIdentity`.
 * - The metadata in its log may contain tokens and personal data from the API. `reasonOf` takes only the message.
 * - It changes its options, so `call` makes them anew. The settings of the site may change too.
 * - Its prefix `__Secure-` stops only pages on plain http from setting its cookies: cookies.ts.
 * - It reads its own address only from the environment: server.ts sets it.
 * - It has more addresses than we need, one of which writes to the log. handle-auth.ts responds to them with 404.
 * - Its App Router handler reads cookies and the query from Next itself. `call` uses the handler of the Pages Router,
 *   which reads only its arguments.
 */
import type { NextApiRequest, NextApiResponse } from 'next';
import NextAuth from 'next-auth';
import type { AuthOptions } from 'next-auth';
import type { Chapterhouse } from '@/lib/chapterhouse';
import { sharedComputerCookie, untilBrowserCloses } from '@/lib/base/http/shared-computer';
import { lookUp } from '@/lib/base/look-up';
import { ownAddressOrNull } from './callback-url';
import { cookieName, nextAuthCookies, sessionCookies, sessionRemovals, setCookiesOf } from './cookies';
import type { Checks } from './flows';
import { membershipProvider, noIdentity, providerId, type SignInManner } from './provider';
import { revokeAccessToken } from './revoke';
import { sessionMaxAgeSeconds } from './session';
import { toSignInPage } from './sign-in-page';
import { problemOfErrorCode, problemOfFailure } from './sign-in-problem';

type Cookies = Record<string, string>;

/** Redirects to authorize. `started` is null if this failed. `state` is what the service will send back. */
export async function requestCode(
  app: Chapterhouse,
  cookies: Cookies,
  { target, manner }: { target: string; manner: SignInManner },
): Promise<{ response: Response; started: { state: string; checks: Checks } | null }> {
  const form = { callbackUrl: target };
  const response = await post(app, cookies, { path: ['signin', providerId], form, manner });
  const set = new Map(setCookiesOf(response).map(({ name, value }) => [name, value]));
  const sealed = set.get(cookieName(app, 'state'));
  const verifier = set.get(cookieName(app, 'pkceCodeVerifier'));
  const location = response.headers.get('location') ?? '';
  const state = URL.canParse(location) ? new URL(location).searchParams.get('state') : null;
  removeCookiesOfOneSignIn(app, response);
  const isStarted = sealed !== undefined && verifier !== undefined && state !== null;
  return { response, started: isStarted ? { state, checks: { state: sealed, verifier } } : null };
}

/** Exchanges the code for a token, reads who the person is, and redirects to the target with the session. */
export async function redeemCode(
  app: Chapterhouse,
  cookies: Cookies,
  { query, target, checks }: { query: URLSearchParams; target: string; checks: Checks },
): Promise<{ response: Response; hasFailed: boolean }> {
  const ofSignIn = {
    [cookieName(app, 'callbackUrl')]: target,
    [cookieName(app, 'state')]: checks.state,
    [cookieName(app, 'pkceCodeVerifier')]: checks.verifier,
  };
  let failure: unknown = null;
  const direct = await call(
    app,
    {
      method: 'GET',
      path: ['callback', providerId],
      query: Object.fromEntries(query),
      cookies: { ...cookies, ...ofSignIn },
    },
    { onFailure: (error) => (failure = error) },
  );
  const response = withOurWords(app, direct, { returnTo: target, failure });
  removeCookiesOfOneSignIn(app, response);
  if (lookUp(cookies, sharedComputerCookie(app.config.baseUrl)) === 'yes') {
    const name = cookieName(app, 'sessionToken');
    changeCookies(response, ({ name: of, value, line }) =>
      value !== '' && (of === name || of.startsWith(`${name}.`)) ? untilBrowserCloses(line) : line,
    );
  }
  return { response, hasFailed: response !== direct };
}

/** What scripts of a page may know about the session. */
export async function readSession(app: Chapterhouse, cookies: Cookies): Promise<unknown> {
  const own = Object.fromEntries(sessionCookies(app, cookies));
  const response = await call(app, { method: 'GET', path: ['session'], cookies: own });
  return await response.json();
}

/** Revokes the token and removes the session. The response redirects to no particular page. */
export async function endSession(app: Chapterhouse, cookies: Cookies): Promise<Response> {
  const name = cookieName(app, 'sessionToken');
  const own = sessionCookies(app, cookies);
  const others = Object.entries(cookies).filter(([other]) => other !== name && !other.startsWith(`${name}.`));
  const response = await post(app, Object.fromEntries([...others, ...own]), { path: ['signout'] });
  for (const line of sessionRemovals(app, cookies)) response.headers.append('set-cookie', line);
  return response;
}

async function post(
  app: Chapterhouse,
  cookies: Cookies,
  { path, form = {}, manner }: { path: string[]; form?: Record<string, string>; manner?: SignInManner },
): Promise<Response> {
  const made = await call(app, { method: 'GET', path: ['csrf'], cookies });
  const csrfToken = String(((await made.json()) as { csrfToken: unknown }).csrfToken);
  const set = setCookiesOf(made).filter(({ name }) => name === cookieName(app, 'csrfToken'));
  const all = { ...cookies, ...Object.fromEntries(set.map(({ name, value }) => [name, value])) };
  const body = { ...form, csrfToken };
  const response = await call(app, { method: 'POST', path, body, cookies: all }, { manner });
  for (const { line } of set) response.headers.append('set-cookie', line);
  return withOurWords(app, response, { returnTo: null });
}

function withOurWords(
  app: Chapterhouse,
  response: Response,
  { returnTo, failure = null }: { returnTo: string | null; failure?: unknown },
): Response {
  const location = response.headers.get('location');
  if (location === null || !URL.canParse(location, app.config.baseUrl)) return response;
  const target = new URL(location, app.config.baseUrl);
  if (!/^\/api\/auth\/(error|signin)$/.test(target.pathname)) return response;
  const code = target.searchParams.get('error') ?? '';
  const problem = toSignInPage(app, problemOfFailure(failure) ?? problemOfErrorCode(code), returnTo);
  for (const { line } of setCookiesOf(response)) problem.headers.append('set-cookie', line);
  return problem;
}

function removeCookiesOfOneSignIn(app: Chapterhouse, response: Response): void {
  const own = (['state', 'pkceCodeVerifier', 'callbackUrl'] as const).map((kind) => cookieName(app, kind));
  changeCookies(response, ({ name, line }) => (own.includes(name) ? null : line));
}

/** @param change returns the new line. null: the cookie is not set. */
function changeCookies(
  response: Response,
  change: (cookie: ReturnType<typeof setCookiesOf>[number]) => string | null,
): void {
  const lines = setCookiesOf(response).map(change);
  response.headers.delete('set-cookie');
  for (const line of lines) if (line !== null) response.headers.append('set-cookie', line);
}

interface Call {
  method: 'GET' | 'POST';
  path: string[];
  query?: Record<string, string>;
  body?: Record<string, string>;
  cookies: Cookies;
}

async function call(app: Chapterhouse, call: Call, options: SignInOptions = {}): Promise<Response> {
  const response = new CapturedResponse();
  const target = cookieName(app, 'callbackUrl');
  const isOurs = ownAddressOrNull(lookUp(call.cookies, target), app.config.baseUrl) !== null;
  const request = {
    method: call.method,
    query: { ...call.query, nextauth: call.path },
    body: call.body ?? {},
    cookies: Object.fromEntries(Object.entries(call.cookies).filter(([name]) => isOurs || name !== target)),
    headers: {},
  };
  // next-auth reads only these five fields of the request and calls only these six methods of the response
  // (next/index.js).
  await NextAuth(
    request as unknown as NextApiRequest,
    response as unknown as NextApiResponse,
    authOptions(app, options),
  );
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

interface SignInOptions {
  onFailure?: ((error: unknown) => void) | undefined;
  manner?: SignInManner | undefined;
}

function authOptions(
  app: Chapterhouse,
  { onFailure = () => undefined, manner = 'usual' }: SignInOptions,
): AuthOptions {
  const { baseUrl } = app.config;
  return {
    secret: app.authSecret,
    useSecureCookies: baseUrl.startsWith('https://'),
    cookies: nextAuthCookies(app),
    providers: [membershipProvider(app, { onFailure, manner })],
    session: { strategy: 'jwt', maxAge: sessionMaxAgeSeconds },
    pages: { signIn: '/sign-in', signOut: '/account', error: '/sign-in' },
    callbacks: {
      signIn: ({ user }) => (user.id === noIdentity ? `${baseUrl}/sign-in?problem=no-membership` : true),
      redirect: ({ url }) => ownAddressOrNull(url, baseUrl) ?? `${baseUrl}/account`,
      jwt: ({ token, account }) => {
        if (account === null || account === undefined) return token;
        return {
          sub: account.providerAccountId,
          name: token.name ?? null,
          accessToken: account.access_token,
          hasOffice: (account.scope ?? '').split(' ').includes('office'),
          // This clock may differ from the system's (CHAPTERHOUSE_NOW).
          signedInAt: app.clock().getTime(),
          expiresAt: app.clock().getTime() + secondsLeft(account.expires_at) * 1000,
        };
      },
      // Scripts of a page may read only these fields. The access token stays in the encrypted cookie.
      session: ({ session }) => ({ user: { name: session.user?.name ?? null }, expires: session.expires }),
    },
    events: { signOut: async ({ token }) => await revokeAccessToken(app, token) },
    logger: {
      error: (code, metadata) => app.log.error(`sign-in: ${code}: ${reasonOf(metadata)}`),
      warn: (code) => app.log.warn(`sign-in: ${code}`),
      debug: () => {},
    },
  };
}

/**
 * The seconds until the token expires. The system's clock is used, because openid-client computed `expires_at` from
 * that clock. Without `expires_at`, the token lasts an hour, as in the contract's example.
 */
function secondsLeft(expiresAt: number | undefined): number {
  return expiresAt === undefined ? 3600 : expiresAt - Math.floor(Date.now() / 1000);
}

function reasonOf(metadata: unknown): string {
  if (metadata instanceof Error) return metadata.message;
  if (typeof metadata === 'object' && metadata !== null && 'error' in metadata)
    return reasonOf(metadata.error);
  return 'no reason given';
}
