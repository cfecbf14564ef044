/** Who is signed in. What every page for members asks first. */
import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { chapterhouse } from '@/lib/chapterhouse';
import { findMember } from './find-member';
import type { MemberAnswer } from './find-member';

/** What remains when the page's reader is signed in. */
export type SignedIn = Exclude<MemberAnswer, { kind: 'signed-out' } | { kind: 'expired' }>;

/**
 * The member whose request this is. Whoever is not signed in is sent to do so, and back to `path` after it;
 * whoever's token has run out goes through the service unseen while it still knows them.
 */
export async function requireSignedIn(path: string): Promise<SignedIn> {
  const answer = await askOnce();
  const back = encodeURIComponent(path);
  if (answer.kind === 'signed-out') redirect(`/sign-in?callbackUrl=${back}`);
  if (answer.kind === 'expired') redirect(`/api/auth/renew?callbackUrl=${back}`);
  return answer;
}

/** Once for each request, however many parts of the page ask. */
const askOnce = cache(async (): Promise<MemberAnswer> => {
  const jar = await cookies();
  const house = chapterhouse();
  return await findMember(house, Object.fromEntries(jar.getAll().map(({ name, value }) => [name, value])));
});
