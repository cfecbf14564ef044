import { z } from 'zod';
import type { Chapterhouse } from '@/lib/chapterhouse';
import { parseCookies } from '@/lib/base/http/cookies';
import { sharedComputerCookie, untilBrowserCloses } from '@/lib/base/http/shared-computer';
import { lookUp } from '@/lib/base/look-up';
import { ownAddressOrNull } from './callback-url';
import { cookieName, sessionCookies, sessionRemovals, setCookiesOf } from './cookies';
import { findUser } from './find-user';
import { cookiesOf, findFlow, finishFlow, storeFlow } from './flows';
import { callNextAuth } from './next-auth-call';
import { authOptions } from './options';
import { isOwnForm } from './own-form';
import { providerId, type SignInManner, organisationRoot } from './provider';
import { signedOutPath, signOutAddress } from './service-addresses';
import { findSession, type MemberSession } from './session';
import { readAtMost } from './read-at-most';
import { redirect, toSignInPage, withOurWords } from './sign-in-page';
import { startsSignIn } from './start-path';
import { problemOfErrorCode } from './sign-in-problem';

/** Our forms have one field: an address of at most 2000 characters (`ownAddressOrNull`). */
const maxFormBytes = 10_000;

/** How long a sign-in counts as new. The redirect back from the service takes less than a minute. */
const freshMs = 60_000;

/**
 * Decides what next-auth sees of a request to /api/auth, and what the browser gets of its response.
 * @param path the segments after /api/auth
 */
export async function handleAuth(app: Chapterhouse, request: Request, path: string[]): Promise<Response> {
  const response = await respond(app, request, path);
  response.headers.set('Cache-Control', 'private, no-store');
  // The address of the callback contains the code. The page to which it redirects must not see the code.
  response.headers.set('Referrer-Policy', 'no-referrer');
  return response;
}

async function respond(app: Chapterhouse, request: Request, path: string[]): Promise<Response> {
  const cookies = cleanCookies(app, parseCookies(request.headers.get('cookie')));
  switch (`${request.method} ${path.join('/')}`) {
    case 'GET session':
      return await describeSession(app, cookies);
    case `POST signin/${providerId}`:
      return await postedByOurPage(app, request, (form) =>
        startSignIn(app, cookies, {
          callbackUrl: form['callbackUrl'],
          manner: form['again'] === 'yes' ? 'again' : 'usual',
        }),
      );
    case 'GET start':
      return await start(app, request, cookies);
    case 'GET renew':
      return await renew(app, cookies, new URL(request.url).searchParams.get('callbackUrl'));
    case `GET callback/${providerId}`:
      return await finishSignIn(app, cookies, new URL(request.url).searchParams);
    case 'POST signout':
      return await postedByOurPage(app, request, () => signOut(app, cookies));
    case 'GET signin':
    case `GET signin/${providerId}`:
      return redirect(`${app.config.baseUrl}/sign-in`);
    case 'GET signout':
      return redirect(`${app.config.baseUrl}/account`);
    default:
      return Response.json({ error: 'not_found' }, { status: 404 });
  }
}

/**
 * Describes the person who is signed in, if the API still accepts their token. A token ends, for example, when the
 * person changes their password elsewhere. If the token has expired or the API is down, the response has no name. The
 * response is not `{}`, which would mean that nobody is signed in. The browser does not get next-auth's new cookie.
 * If the person signs out in another tab at that moment, that cookie would sign the person in again.
 */
async function describeSession(app: Chapterhouse, cookies: Record<string, string>): Promise<Response> {
  const session = await findSession(app, cookies);
  if (session === null) return Response.json({});
  const found = session.isTokenExpired ? null : await findUser(app, cookies);
  if (found?.kind === 'expired' || found?.kind === 'refused') return Response.json({});
  const call = { method: 'GET' as const, path: ['session'], query: {}, body: {} };
  const own = Object.fromEntries(sessionCookies(app, cookies));
  const response = await callNextAuth({ ...call, cookies: own }, authOptions(app));
  const described: unknown = await response.json();
  if (found?.kind === 'user') return Response.json(described);
  const { expires } = z.object({ expires: z.string() }).parse(described);
  return Response.json({ expires });
}

async function postedByOurPage(
  app: Chapterhouse,
  request: Request,
  then: (form: Record<string, string>) => Promise<Response>,
): Promise<Response> {
  if (!isOwnForm(app, request)) return toSignInPage(app, 'other-address', null);
  const text = await readAtMost(request, maxFormBytes);
  return text === null
    ? Response.json({ error: 'payload_too_large' }, { status: 413 })
    : await then(Object.fromEntries(new URLSearchParams(text)));
}

/** next-auth would copy the query into the address of authorize, so it does not get the query. */
async function startSignIn(
  app: Chapterhouse,
  cookies: Record<string, string>,
  { callbackUrl, manner = 'usual' }: { callbackUrl: string | null | undefined; manner?: SignInManner },
): Promise<Response> {
  const target = ownAddressOrNull(callbackUrl, app.config.baseUrl) ?? `${app.config.baseUrl}/account`;
  if (!(await isApiReachable(app))) return toSignInPage(app, 'unavailable', target);
  const call = { path: ['signin', providerId], form: { callbackUrl: target }, manner };
  const response = await postWithToken(app, cookies, call);
  storeFlow(app, response, { cookies, target, isSilent: manner === 'silent' });
  return response;
}

/** If a link on another site led here, our sign-in page is shown: only a press on our own page starts a sign-in. */
async function start(
  app: Chapterhouse,
  request: Request,
  cookies: Record<string, string>,
): Promise<Response> {
  const callbackUrl = new URL(request.url).searchParams.get('callbackUrl');
  const mayStart = startsSignIn(app, request.headers);
  if (mayStart) return await startSignIn(app, cookies, { callbackUrl });
  return toSignInPage(app, null, ownAddressOrNull(callbackUrl, app.config.baseUrl));
}

/**
 * Renews an expired token. If the person has a session, they sign in at the service again. The service shows a page
 * only if it must. If there is no session, or the API refuses a new token, our sign-in page is shown. A link on another
 * site could also lead here. Without a session, such a link cannot start a sign-in.
 */
async function renew(
  app: Chapterhouse,
  cookies: Record<string, string>,
  callbackUrl: string | null,
): Promise<Response> {
  const session = await findSession(app, cookies);
  if (session !== null && !(await isRefusedAtOnce(app, cookies, session)))
    return await startSignIn(app, cookies, { callbackUrl, manner: 'silent' });
  const response = toSignInPage(app, 'ended', ownAddressOrNull(callbackUrl, app.config.baseUrl));
  for (const line of sessionRemovals(app, cookies)) response.headers.append('set-cookie', line);
  return response;
}

/**
 * Whether the API refuses a token soon after the sign-in. This happens if the person was erased. It also happens if a
 * remote API refuses tokens that it has just issued. Without this check, the browser would request new tokens again and
 * again.
 */
async function isRefusedAtOnce(
  app: Chapterhouse,
  cookies: Record<string, string>,
  session: MemberSession,
): Promise<boolean> {
  if (app.clock().getTime() - session.signedInAt >= freshMs) return false;
  return !session.isTokenExpired && (await findUser(app, cookies)).kind === 'expired';
}

/**
 * The errors of `prompt=none` if the service must show a page.
 * @see OpenID Connect Core §3.1.2.6
 */
const needsPage = [
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
];

async function finishSignIn(
  app: Chapterhouse,
  cookies: Record<string, string>,
  query: URLSearchParams,
): Promise<Response> {
  const flow = findFlow(app, cookies, query.get('state'));
  const returnTo = flow?.target ?? null;
  // The error is read from the query here, because next-auth turns all errors of authorize into `Callback`.
  const error = query.get('error');
  if (flow?.isSilent && flow.checks !== null && error !== null && needsPage.includes(error)) {
    const response = await startSignIn(app, cookies, { callbackUrl: flow.target });
    finishFlow(app, response, flow);
    return response;
  }
  const problem = error !== null ? problemOfErrorCode(error) : flow?.checks ? null : 'interrupted';
  const isSignedIn = async () => (await findUser(app, cookies)).kind === 'user';
  if (flow === null || problem !== null) {
    const response = (await isSignedIn())
      ? redirect(returnTo ?? `${app.config.baseUrl}/account`)
      : toSignInPage(app, problem ?? 'interrupted', returnTo);
    if (flow !== null) finishFlow(app, response, flow);
    return response;
  }
  let failure: unknown = null;
  const answer = await callNextAuth(
    {
      method: 'GET',
      path: ['callback', providerId],
      query: Object.fromEntries(query),
      body: {},
      cookies: { ...cookies, ...cookiesOf(app, flow) },
    },
    authOptions(app, { onFailure: (error) => (failure = error) }),
  );
  const shown = withOurWords(app, answer, { returnTo, failure });
  const hasFailed = shown !== answer;
  const response = hasFailed && (await isSignedIn()) ? redirect(flow.target) : shown;
  finishFlow(app, response, flow);
  const isShared = lookUp(cookies, sharedComputerCookie(app.config.baseUrl)) === 'yes';
  return isShared ? endingWithBrowser(app, response) : response;
}

/** The session's cookies in the response lose their lifetime. */
function endingWithBrowser(app: Chapterhouse, response: Response): Response {
  const name = cookieName(app, 'sessionToken');
  const set = setCookiesOf(response);
  response.headers.delete('set-cookie');
  for (const { name: of, value, line } of set) {
    const isSession = value !== '' && (of === name || of.startsWith(`${name}.`));
    response.headers.append('set-cookie', isSession ? untilBrowserCloses(line) : line);
  }
  return response;
}

async function signOut(app: Chapterhouse, cookies: Record<string, string>): Promise<Response> {
  const name = cookieName(app, 'sessionToken');
  const own = sessionCookies(app, cookies);
  const others = Object.entries(cookies).filter(([other]) => other !== name && !other.startsWith(`${name}.`));
  const response = await postWithToken(app, Object.fromEntries([...others, ...own]), { path: ['signout'] });
  for (const line of sessionRemovals(app, cookies)) response.headers.append('set-cookie', line);
  response.headers.set('location', (await signOutAddress(app)) ?? `${app.config.baseUrl}${signedOutPath}`);
  return response;
}

/**
 * next-auth requires a CSRF token in a cookie and a field. Both are created here, because the origin was already
 * checked.
 */
async function postWithToken(
  app: Chapterhouse,
  cookies: Record<string, string>,
  {
    path,
    form = {},
    manner = 'usual',
  }: { path: string[]; form?: Record<string, string>; manner?: SignInManner },
): Promise<Response> {
  const made = await callNextAuth(
    { method: 'GET', path: ['csrf'], query: {}, body: {}, cookies },
    authOptions(app),
  );
  const csrfToken = String(((await made.json()) as { csrfToken: unknown }).csrfToken);
  const set = setCookiesOf(made).filter(({ name }) => name === cookieName(app, 'csrfToken'));
  const all = { ...cookies, ...Object.fromEntries(set.map(({ name, value }) => [name, value])) };
  const response = await callNextAuth(
    { method: 'POST', path, query: {}, body: { ...form, csrfToken }, cookies: all },
    authOptions(app, { manner }),
  );
  for (const { line } of set) response.headers.append('set-cookie', line);
  return withOurWords(app, response, { returnTo: null });
}

/**
 * Removes the callback-url cookie unless it contains an address of this site. If the cookie's value is not a URL,
 * next-auth responds with 500.
 */
function cleanCookies(app: Chapterhouse, cookies: Record<string, string>): Record<string, string> {
  const name = cookieName(app, 'callbackUrl');
  const isOurs = ownAddressOrNull(lookUp(cookies, name), app.config.baseUrl) !== null;
  return Object.fromEntries(Object.entries(cookies).filter(([other]) => isOurs || other !== name));
}

/**
 * Call this before the browser is sent to another site. The browser could otherwise show an error page without a link
 * back. Our own API is always reachable, because it runs in this process.
 */
async function isApiReachable(app: Chapterhouse): Promise<boolean> {
  if (app.config.remoteApiUrl === null) return true;
  try {
    // The request names no client, so the authorize endpoint does not start a sign-in. Any status below 500 means that
    // the API works.
    const response = await fetch(`${organisationRoot(app, app.apiUrl)}/authorize`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(5_000),
    });
    await response.body?.cancel();
    return response.status < 500;
  } catch (error) {
    app.log.warn(`sign-in: the API did not respond: ${error instanceof Error ? error.message : 'unknown'}`);
    return false;
  }
}
