/** Every request to /api/auth: what next-auth may see of it, and what of its answer the browser may. */
import type { Chapterhouse } from '@/lib/chapterhouse';
import { ownAddressOrNull } from './callback-url';
import { parseCookies, setCookiesOf } from './cookies';
import { callNextAuth } from './next-auth-call';
import { authOptions } from './options';
import { isOwnForm } from './own-form';
import { providerId } from './provider';
import { signedOutPath, signOutAddress } from './service-addresses';
import { findSession } from './session';
import { readAtMost } from './read-at-most';
import { redirect, toSignInPage, withOurWords } from './sign-in-page';
import { problemOfErrorCode } from './sign-in-problem';

/** Our forms have one field: an address, which `ownAddressOrNull` holds to 2000 characters. */
const maxFormBytes = 10_000;

/** @param path the segments after /api/auth */
export async function handleAuth(house: Chapterhouse, request: Request, path: string[]): Promise<Response> {
  const response = await answer(house, request, path);
  response.headers.set('Cache-Control', 'private, no-store');
  // The callback's address has the code in it, and where its redirect leads must not learn it.
  response.headers.set('Referrer-Policy', 'no-referrer');
  return response;
}

async function answer(house: Chapterhouse, request: Request, path: string[]): Promise<Response> {
  const cookies = cleanCookies(house, parseCookies(request.headers.get('cookie')));
  switch (`${request.method} ${path.join('/')}`) {
    case 'GET session':
      return await describeSession(house, cookies);
    case `POST signin/${providerId}`:
      return await postedByOurPage(house, request, (form) =>
        startSignIn(house, cookies, form['callbackUrl']),
      );
    case 'GET renew':
      return await renew(house, cookies, new URL(request.url).searchParams.get('callbackUrl'));
    case `GET callback/${providerId}`:
      return await finishSignIn(house, cookies, new URL(request.url).searchParams);
    case 'POST signout':
      return await postedByOurPage(house, request, () => signOut(house, cookies));
    case 'GET signin':
    case `GET signin/${providerId}`:
      return redirect(`${house.config.baseUrl}/sign-in`);
    case 'GET signout':
      return redirect(`${house.config.baseUrl}/account`);
    default:
      return Response.json({ error: 'not_found' }, { status: 404 });
  }
}

/** Without next-auth's new cookie: it would sign somebody in again who signs out in another tab at the same moment. */
async function describeSession(house: Chapterhouse, cookies: Record<string, string>): Promise<Response> {
  const call = { method: 'GET' as const, path: ['session'], query: {}, body: {}, cookies };
  const response = await callNextAuth(call, authOptions(house));
  response.headers.delete('set-cookie');
  return response;
}

/** Runs `then` for a form of our own pages; any other sender is shown the sign-in page. */
async function postedByOurPage(
  house: Chapterhouse,
  request: Request,
  then: (form: Record<string, string>) => Promise<Response>,
): Promise<Response> {
  if (!isOwnForm(house, request)) return toSignInPage(house, 'other-address', null);
  const text = await readAtMost(request, maxFormBytes);
  return text === null
    ? Response.json({ error: 'payload_too_large' }, { status: 413 })
    : await then(Object.fromEntries(new URLSearchParams(text)));
}

/** Sends the browser to authorize. The query never reaches next-auth, which would copy it into authorize's address. */
async function startSignIn(
  house: Chapterhouse,
  cookies: Record<string, string>,
  callbackUrl: string | null | undefined,
): Promise<Response> {
  const target = ownAddressOrNull(callbackUrl, house.config.baseUrl) ?? `${house.config.baseUrl}/account`;
  return await postWithToken(house, ['signin', providerId], cookies, { callbackUrl: target });
}

/** Asks the service again for somebody whose token has run out; nobody else is sent anywhere by a mere link. */
async function renew(
  house: Chapterhouse,
  cookies: Record<string, string>,
  callbackUrl: string | null,
): Promise<Response> {
  const session = await findSession(house, cookies);
  if (session !== null) return await startSignIn(house, cookies, callbackUrl);
  return toSignInPage(house, 'ended', ownAddressOrNull(callbackUrl, house.config.baseUrl));
}

async function finishSignIn(
  house: Chapterhouse,
  cookies: Record<string, string>,
  query: URLSearchParams,
): Promise<Response> {
  const returnTo = returnAddress(cookies);
  // next-auth makes one error, `Callback`, of everything that authorize says.
  const error = query.get('error');
  if (error !== null) return toSignInPage(house, problemOfErrorCode(error), returnTo);
  if (!Object.keys(cookies).some((name) => name.endsWith('next-auth.state')))
    return toSignInPage(house, 'interrupted', returnTo);
  const response = await callNextAuth(
    { method: 'GET', path: ['callback', providerId], query: Object.fromEntries(query), body: {}, cookies },
    authOptions(house),
  );
  return withOurWords(house, response, returnTo);
}

async function signOut(house: Chapterhouse, cookies: Record<string, string>): Promise<Response> {
  const response = await postWithToken(house, ['signout'], cookies, {});
  response.headers.set('location', signOutAddress(house) ?? `${house.config.baseUrl}${signedOutPath}`);
  return response;
}

/** Posts to next-auth with the pair of cookie and field that it wants, made on the spot: the origin was checked above. */
async function postWithToken(
  house: Chapterhouse,
  path: string[],
  cookies: Record<string, string>,
  form: Record<string, string>,
): Promise<Response> {
  const made = await callNextAuth(
    { method: 'GET', path: ['csrf'], query: {}, body: {}, cookies },
    authOptions(house),
  );
  const csrfToken = String(((await made.json()) as { csrfToken: unknown }).csrfToken);
  const set = setCookiesOf(made).filter(({ name }) => name.endsWith('next-auth.csrf-token'));
  const all = { ...cookies, ...Object.fromEntries(set.map(({ name, value }) => [name, value])) };
  const response = await callNextAuth(
    { method: 'POST', path, query: {}, body: { ...form, csrfToken }, cookies: all },
    authOptions(house),
  );
  for (const { line } of set) response.headers.append('set-cookie', line);
  return withOurWords(house, response, null);
}

/** Without a callback-url cookie that is no address of ours: next-auth answers 500 to one that is none at all. */
function cleanCookies(house: Chapterhouse, cookies: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(cookies).filter(
      ([name, value]) =>
        !name.endsWith('next-auth.callback-url') || ownAddressOrNull(value, house.config.baseUrl) !== null,
    ),
  );
}

/** Where the sign-in under way was to lead, as next-auth keeps it. */
function returnAddress(cookies: Record<string, string>): string | null {
  return Object.entries(cookies).find(([name]) => name.endsWith('next-auth.callback-url'))?.[1] ?? null;
}
