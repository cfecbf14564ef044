import { recentText } from '@/lib/messages/office-forms';
import { buttonStyle } from '../ui/button';
import { Notice } from '../ui/notice';

interface Props {
  /** The address of the page that follows the sign-in. */
  path: string;
  /** Whether the sign-in happens in another tab, because a form on this page has content. */
  inNewTab?: boolean;
}

/** Asks for another sign-in before a sensitive action. */
export function RecentSignIn({ path, inNewTab = false }: Props) {
  return (
    <Notice role={inNewTab ? 'alert' : undefined}>
      <p className="font-medium">{inNewTab ? recentText.notSaved : recentText.title}</p>
      <p>{inNewTab ? recentText.newTab : recentText.why}</p>
      <form
        method="post"
        action="/api/auth/signin/membership"
        target={inNewTab ? '_blank' : undefined}
        className="mt-3"
      >
        <input type="hidden" name="callbackUrl" value={path} />
        <input type="hidden" name="again" value="yes" />
        <button type="submit" className={buttonStyle('main')}>
          {recentText.button}
        </button>
      </form>
    </Notice>
  );
}
