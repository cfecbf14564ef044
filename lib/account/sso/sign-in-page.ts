import type { Chapterhouse } from '@/lib/chapterhouse';
import { setCookiesOf } from './cookies';
import { problemOfErrorCode, problemOfFailure } from './sign-in-problem';
import type { SignInProblem } from './sign-in-problem';

/** `returnTo`: the page of this site after the next sign-in. null: the account. */
export function toSignInPage(
  app: Chapterhouse,
  problem: SignInProblem | null,
  returnTo: string | null,
): Response {
  const query = new URLSearchParams({
    ...(problem !== null && { problem }),
    ...(returnTo === null ? {} : { callbackUrl: returnTo }),
  });
  return redirect(`${app.config.baseUrl}/sign-in?${query}`);
}

/** After a failure, next-auth redirects to its own page. This changes the redirect to ours. */
export function withOurWords(
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

/** With 303 the browser continues with GET after any method. */
export function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}
