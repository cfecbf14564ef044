import { notFound, redirect } from 'next/navigation';
import { chapterhouse } from '@/lib/chapterhouse';
import { readCheckLink } from '@/lib/base/check-link';
import { dateInZone } from '@/lib/base/clock';

/** The link of the yearly question. The page that it leads to asks for the sign-in. */
export async function GET(_: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> {
  const { authSecret, clock, site } = chapterhouse();
  const { organisationId, timeZone } = site();
  const { token } = await params;
  const today = dateInZone(clock(), timeZone);
  const check = readCheckLink(authSecret, { organisationId, token, today });
  if (check === null) notFound();
  redirect(`/account/public-entry?check=${check.isExpired ? 'old' : check.membershipId}`);
}
