import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { SignedOutNotice } from '@/components/account/session-watch';
import { buttonStyle } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { chapterhouse } from '@/lib/chapterhouse';
import { say } from '@/lib/messages/say';
import { signInProblems, signInText } from '@/lib/messages/sign-in';
import { ownAddressOrNull } from '@/lib/account/sso/callback-url';
import { parseSignInProblem } from '@/lib/account/sso/sign-in-problem';
import { wayPastSignInPage } from '@/lib/account/sso/start-path';

export const metadata: Metadata = { title: signInText.title, robots: { index: false } };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function SignInPage({ searchParams }: Props) {
  const query = await searchParams;
  const app = chapterhouse();
  const { config, site } = app;
  // If next-auth is not configured correctly, it redirects here with `error` instead of `problem`.
  const problem = parseSignInProblem(query['problem'] ?? query['error']);
  const callbackUrl = ownAddressOrNull(query['callbackUrl'], config.baseUrl);
  if (problem === null && query['signed-out'] === undefined) {
    const way = await wayPastSignInPage(app, await headers(), callbackUrl ?? '/account');
    if (way !== null) redirect(way);
  }
  return (
    <div className="mx-auto grid max-w-xl gap-5 py-4">
      <h1 className="text-3xl font-semibold tracking-tight">{signInText.title}</h1>
      {problem !== null && <Notice>{signInProblems[problem]}</Notice>}
      {query['signed-out'] !== undefined && problem === null && (
        <Notice>
          <SignedOutNotice
            text={signedOut(query['signed-out'] === 'everywhere' ? null : config.remoteApiUrl)}
          />
        </Notice>
      )}
      <SignInForm association={site().name} callbackUrl={callbackUrl} />
    </div>
  );
}

/**
 * Returns the text that is shown after a sign-out. If `remoteApiUrl` is not null, people sign in at another site, which
 * provides the API. The sign-out here did not end the session at that other site. So the text names the other site.
 */
function signedOut(remoteApiUrl: string | null): string {
  if (remoteApiUrl === null) return signInText.signedOut;
  return say(signInText.signedOutHere, { host: new URL(remoteApiUrl).hostname });
}

/**
 * A plain form, so that signing in needs no JavaScript.
 * @param callbackUrl the page that opens after the sign-in; null: the account page
 */
function SignInForm({ association, callbackUrl }: { association: string; callbackUrl: string | null }) {
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
