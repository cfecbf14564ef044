import type { Metadata } from 'next';
import { SignedOutNotice } from '@/components/account/session-watch';
import { SignInForm } from '@/components/account/sign-in-form';
import { Notice } from '@/components/ui/notice';
import { chapterhouse } from '@/lib/chapterhouse';
import { ownAddressOrNull } from '@/lib/sso/callback-url';
import { parseSignInProblem, signInProblems } from '@/lib/sso/sign-in-problem';

export const metadata: Metadata = { title: 'Sign in', robots: { index: false } };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function SignInPage({ searchParams }: Props) {
  const query = await searchParams;
  const problem = parseSignInProblem(query['problem']);
  const { config, site } = chapterhouse();
  return (
    <div className="mx-auto grid max-w-xl gap-5 py-4">
      <h1 className="text-3xl font-semibold tracking-tight">Sign in</h1>
      {problem !== null && <Notice>{signInProblems[problem]}</Notice>}
      {query['signed-out'] !== undefined && problem === null && (
        <Notice>
          <SignedOutNotice serviceHost={remoteHost(config.remoteApiUrl)} />
        </Notice>
      )}
      <SignInForm
        association={site().name}
        callbackUrl={ownAddressOrNull(query['callbackUrl'], config.baseUrl)}
      />
    </div>
  );
}

/** Another site's service, whose session we cannot end. */
function remoteHost(remoteApiUrl: string | null): string | null {
  return remoteApiUrl === null ? null : new URL(remoteApiUrl).hostname;
}
