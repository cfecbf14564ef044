import { say } from '@/lib/messages/say';
import { signInText } from '@/lib/messages/sign-in';
import { buttonStyle } from '../ui/button';

/**
 * A plain form, so that signing in needs no JavaScript.
 * @param callbackUrl the page that opens after the sign-in; null: the account page
 */
export function SignInForm({
  association,
  callbackUrl,
}: {
  association: string;
  callbackUrl: string | null;
}) {
  return (
    <form method="post" action="/api/auth/signin/membership" className="grid justify-items-start gap-5">
      <p>{say(signInText.lead, { association })}</p>
      {callbackUrl !== null && <input type="hidden" name="callbackUrl" value={callbackUrl} />}
      <button type="submit" className={buttonStyle('main')}>
        {signInText.button}
      </button>
    </form>
  );
}
