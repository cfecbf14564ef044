import { buttonStyle } from '../ui/button';

/** One button. A plain form, so that signing in needs no JavaScript; `callbackUrl` null leads to the account. */
export function SignInForm({
  association,
  callbackUrl,
}: {
  association: string;
  callbackUrl: string | null;
}) {
  return (
    <form method="post" action="/api/auth/signin/membership" className="grid justify-items-start gap-5">
      <p>
        You sign in at the membership service of {association} and then come back here. If your membership has
        lapsed you can still sign in and see how to put it right.
      </p>
      {callbackUrl !== null && <input type="hidden" name="callbackUrl" value={callbackUrl} />}
      <button type="submit" className={buttonStyle('main')}>
        Sign in
      </button>
    </form>
  );
}
