import { chapterhouse } from '@/lib/chapterhouse';
import { memberAtAddress, memberPath } from '@/lib/directory/member-address';
import { memberVcard } from '@/lib/directory/vcard';
import { siteText } from '@/lib/messages/site';

export const dynamic = 'force-dynamic';

/** The contact on the profile, as a file. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ slug: string }> },
): Promise<Response> {
  const { config, directory } = chapterhouse();
  const member = memberAtAddress(directory, (await params).slug);
  if (member.kind === 'removed') return new Response(siteText.goneTitle, { status: 410 });
  if (member.kind !== 'here') return new Response(siteText.noMember, { status: 404 });
  const { slug } = member.entry;
  return new Response(memberVcard(member.entry, { url: `${config.baseUrl}${memberPath(slug)}` }), {
    headers: {
      'content-type': 'text/vcard; charset=utf-8',
      // A slug is ASCII without quotes.
      'content-disposition': `attachment; filename="${slug}.vcf"`,
    },
  });
}
