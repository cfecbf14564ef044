import type { Chapterhouse } from '@/lib/chapterhouse';
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

/** With 303 the browser continues with GET after any method. */
export function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}
