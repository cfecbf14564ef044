import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { chapterhouse } from '@/lib/chapterhouse';
import { parseCookies } from '@/lib/base/http/cookies';
import { signInPath } from '@/lib/account/sso/start-path';
import { findMember } from './find-member';
import type { MemberResponse } from './find-member';

export type SignedIn = Exclude<MemberResponse, { kind: 'signed-out' } | { kind: 'expired' }>;

/**
 * Returns the member who sent this request. A person who is not signed in is sent to the sign-in page, and then back to
 * `path`. A person whose token has expired is sent to the service for a new token. If the person is still signed in at
 * the service, it asks no questions.
 */
export async function requireSignedIn(path: string): Promise<SignedIn> {
  const response = await requestOnce();
  if (response.kind === 'signed-out') redirect(signInPath(chapterhouse(), await headers(), path));
  if (response.kind === 'expired') redirect(`/api/auth/renew?callbackUrl=${encodeURIComponent(path)}`);
  return response;
}

/** Sends only one API request for each request of the browser, even if several parts of the page call this function. */
const requestOnce = cache(async (): Promise<MemberResponse> => {
  // If two cookies have the same name, Next.js uses the last one, but parseCookies accepts neither.
  return await findMember(chapterhouse(), parseCookies((await headers()).get('cookie')));
});
