/** Responses that a Next page cannot send: 301 to a profile's current address, and 410 for a deleted profile. */
import { NextResponse, type NextRequest } from 'next/server';
import { chapterhouse } from '@/lib/chapterhouse';
import { decodedSegment, memberAtAddress } from '@/lib/directory/member-address';

export const config = { matcher: '/members/:slug' };

export function proxy(request: NextRequest): NextResponse {
  const { config: settings, directory } = chapterhouse();
  const segment = decodedSegment(request.nextUrl.pathname.slice('/members/'.length));
  const member = memberAtAddress(directory, segment);
  if (member.kind === 'moved') return NextResponse.redirect(`${settings.baseUrl}${member.path}`, 301);
  if (member.kind === 'removed') return NextResponse.rewrite(new URL('/gone', request.url), { status: 410 });
  return NextResponse.next();
}
