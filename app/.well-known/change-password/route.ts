import { chapterhouse } from '@/lib/chapterhouse';
import { changePasswordAddress } from '@/lib/account/sso/service-addresses';

/** Password managers open this address. @see https://w3c.github.io/webappsec-change-password-url/ */
export function GET(): Response {
  const headers = { Location: changePasswordAddress(chapterhouse()), 'Cache-Control': 'no-store' };
  return new Response(null, { status: 303, headers });
}
