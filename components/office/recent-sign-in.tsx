import { recentText } from '@/lib/messages/office-forms';
import { buttonStyle } from '../ui/button';
import { Notice } from '../ui/notice';

interface Props {
  /** The path of the page that opens after the sign-in. */
  path: string;
  /** If a form on this page has content, the sign-in opens in another tab. */
  inNewTab?: boolean;
  title?: string;
  why?: string;
}

export function RecentSignIn({
  path,
  inNewTab = false,
  title = recentText.title,
  why = recentText.why,
}: Props) {
  return (
    <Notice role={inNewTab ? 'alert' : undefined}>
      <p className="font-medium">{inNewTab ? recentText.notSaved : title}</p>
      <p>{inNewTab ? recentText.newTab : why}</p>
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
