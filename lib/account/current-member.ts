import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { chapterhouse } from '@/lib/chapterhouse';
import { parseCookies } from '@/lib/http/cookies';
import { findMember } from './find-member';
import type { MemberResponse } from './find-member';

export type SignedIn = Exclude<MemberResponse, { kind: 'signed-out' } | { kind: 'expired' }>;

/**
 * The member who sent this request. A person who is not signed in is sent to sign in, then back to `path`. A person
 * whose token has expired is sent to the service, which asks them nothing if they are still signed in there.
 */
export async function requireSignedIn(path: string): Promise<SignedIn> {
  const response = await requestOnce();
  const back = encodeURIComponent(path);
  if (response.kind === 'signed-out') redirect(`/sign-in?callbackUrl=${back}`);
  if (response.kind === 'expired') redirect(`/api/auth/renew?callbackUrl=${back}`);
  return response;
}

/** Sends only one API request for each request of the browser, even if several parts of the page call this function. */
const requestOnce = cache(async (): Promise<MemberResponse> => {
  // If two cookies have the same name, Next.js uses the last one, but parseCookies accepts neither.
  return await findMember(chapterhouse(), parseCookies((await headers()).get('cookie')));
});
