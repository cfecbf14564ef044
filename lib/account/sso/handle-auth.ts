/**
 * Requests to /api/auth. A sign-in is `startSignIn`, a page of the service, and `finishSignIn`. next-auth.ts says how the
 * calls of next-auth differ from what it does by itself.
 */
import { z } from 'zod';
import type { Chapterhouse } from '@/lib/chapterhouse';
import { parseCookies } from '@/lib/base/http/cookies';
import { ownAddressOrNull } from './callback-url';
import { sessionRemovals } from './cookies';
import { findUser } from './find-user';
import { findFlow, finishFlow, storeFlow, type Flow } from './flows';
import { endSession, readSession, redeemCode, requestCode } from './next-auth';
import { isOwnForm } from './own-form';
import { providerId, type SignInManner, organisationRoot } from './provider';
import { signedOutPath, signOutAddress } from './service-addresses';
import { findSession, type MemberSession } from './session';
import { readAtMost } from './read-at-most';
import { redirect, toSignInPage } from './sign-in-page';
import { startsSignIn } from './start-path';
import { problemOfErrorCode } from './sign-in-problem';

/** Our forms have one field: an address of at most 2000 characters (`ownAddressOrNull`). */
const maxFormBytes = 10_000;

/** How long a sign-in counts as new. The redirect back from the service takes less than a minute. */
const freshMs = 60_000;

/** @param path the segments after /api/auth */
export async function handleAuth(app: Chapterhouse, request: Request, path: string[]): Promise<Response> {
  const response = await respond(app, request, path);
  response.headers.set('Cache-Control', 'private, no-store');
  // The address of the callback contains the code. The page to which it redirects must not see the code.
  response.headers.set('Referrer-Policy', 'no-referrer');
  return response;
}

async function respond(app: Chapterhouse, request: Request, path: string[]): Promise<Response> {
  const cookies = parseCookies(request.headers.get('cookie'));
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

async function startSignIn(
  app: Chapterhouse,
  cookies: Record<string, string>,
  { callbackUrl, manner = 'usual' }: { callbackUrl: string | null | undefined; manner?: SignInManner },
): Promise<Response> {
  const target = ownAddressOrNull(callbackUrl, app.config.baseUrl) ?? `${app.config.baseUrl}/account`;
  if (!(await isApiReachable(app))) return toSignInPage(app, 'unavailable', target);
  const { response, started } = await requestCode(app, cookies, { target, manner });
  if (started !== null)
    storeFlow(app, response, { ...started, cookies, target, isSilent: manner === 'silent' });
  return response;
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
  const response = await respondToService(app, cookies, { query, flow });
  if (flow !== null) finishFlow(app, response, flow);
  return response;
}

async function respondToService(
  app: Chapterhouse,
  cookies: Record<string, string>,
  { query, flow }: { query: URLSearchParams; flow: Flow | null },
): Promise<Response> {
  const { target = null, checks = null, isSilent = false } = flow ?? {};
  const error = query.get('error');
  if (isSilent && checks !== null && error !== null && needsPage.includes(error))
    return await startSignIn(app, cookies, { callbackUrl: target });
  const isSignedIn = async () => (await findUser(app, cookies)).kind === 'user';
  if (target === null || checks === null || error !== null) {
    const problem = error === null ? 'interrupted' : problemOfErrorCode(error);
    return (await isSignedIn())
      ? redirect(target ?? `${app.config.baseUrl}/account`)
      : toSignInPage(app, problem, target);
  }
  const { response, hasFailed } = await redeemCode(app, cookies, { query, target, checks });
  return hasFailed && (await isSignedIn()) ? redirect(target) : response;
}

/**
 * Describes the person who is signed in, if the API still accepts their token. A token ends, for example, when the
 * person changes their password elsewhere. If the token has expired or the API is down, the response has no name. The
 * response is not `{}`, which would mean that nobody is signed in.
 */
async function describeSession(app: Chapterhouse, cookies: Record<string, string>): Promise<Response> {
  const session = await findSession(app, cookies);
  if (session === null) return Response.json({});
  const found = session.isTokenExpired ? null : await findUser(app, cookies);
  if (found?.kind === 'expired' || found?.kind === 'refused') return Response.json({});
  const described = await readSession(app, cookies);
  if (found?.kind === 'user') return Response.json(described);
  const { expires } = z.object({ expires: z.string() }).parse(described);
  return Response.json({ expires });
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

async function signOut(app: Chapterhouse, cookies: Record<string, string>): Promise<Response> {
  const response = await endSession(app, cookies);
  response.headers.set('location', (await signOutAddress(app)) ?? `${app.config.baseUrl}${signedOutPath}`);
  return response;
}
