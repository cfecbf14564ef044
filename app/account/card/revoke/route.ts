import { cookies } from 'next/headers';
import { revokeCardsOf } from '@/lib/account/card';
import { findMember } from '@/lib/account/find-member';
import { chapterhouse } from '@/lib/chapterhouse';
import { isOwnForm } from '@/lib/sso/own-form';

export async function POST(request: Request): Promise<Response> {
  const house = chapterhouse();
  const jar = (await cookies()).getAll();
  const member = isOwnForm(house, request)
    ? await findMember(house, Object.fromEntries(jar.map(({ name, value }) => [name, value])))
    : null;
  if (member?.kind === 'member') await revokeCardsOf(house, member);
  // Whoever is not signed in, and whoever the API cannot be asked about, learns it on the page.
  const location = `${house.config.baseUrl}/account/card${member?.kind === 'member' ? '?revoked=1' : ''}`;
  return new Response(null, { status: 303, headers: { location } });
}
