import { accountText } from '@/lib/messages/account';
import { buttonStyle } from '../ui/button';

/** A plain form, so that signing out needs no JavaScript and a link cannot trigger it. */
export function SignOutButton() {
  return (
    <form method="post" action="/api/auth/signout">
      <button type="submit" className={buttonStyle('quiet')}>
        {accountText.signOut}
      </button>
    </form>
  );
}
