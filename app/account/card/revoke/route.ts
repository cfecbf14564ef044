import { revokeCardsOf } from '@/lib/account/card';
import { findMember } from '@/lib/account/find-member';
import { chapterhouse } from '@/lib/chapterhouse';
import { parseCookies } from '@/lib/base/http/cookies';
import { isOwnForm } from '@/lib/account/sso/own-form';

export async function POST(request: Request): Promise<Response> {
  const app = chapterhouse();
  const member = isOwnForm(app, request)
    ? await findMember(app, parseCookies(request.headers.get('cookie')))
    : null;
  if (member?.kind === 'member') await revokeCardsOf(app, member);
  // If the person is not signed in or the API cannot be reached, the next page says so.
  const location = `${app.config.baseUrl}/account/card${member?.kind === 'member' ? '?revoked=1' : ''}`;
  return new Response(null, { status: 303, headers: { location } });
}
