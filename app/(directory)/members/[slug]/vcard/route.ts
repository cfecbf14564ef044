import { chapterhouse } from '@/lib/chapterhouse';
import { memberAtAddress, memberPath } from '@/lib/directory/member-address';
import { memberVcard } from '@/lib/directory/vcard';
import { say } from '@/lib/messages/say';
import { siteText } from '@/lib/messages/site';
import { capitalised } from '@/lib/base/noun';

export const dynamic = 'force-dynamic';

export async function GET(
  _request: Request,
  { params }: { params: Promise<{ slug: string }> },
): Promise<Response> {
  const { config, directory, site } = chapterhouse();
  const { one } = site().noun;
  const member = memberAtAddress(directory, (await params).slug);
  if (member.kind === 'removed') return new Response(say(siteText.goneTitle, { one }), { status: 410 });
  if (member.kind !== 'here')
    return new Response(say(siteText.noMember, { One: capitalised(one) }), { status: 404 });
  const { slug } = member.entry;
  return new Response(memberVcard(member.entry, { url: `${config.baseUrl}${memberPath(slug)}` }), {
    headers: {
      'content-type': 'text/vcard; charset=utf-8',
      // A slug is ASCII without quotes, so it needs no escaping.
      'content-disposition': `attachment; filename="${slug}.vcf"`,
    },
  });
}
