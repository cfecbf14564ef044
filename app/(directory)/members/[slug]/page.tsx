import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { MemberProfile, profileDescription } from '@/components/profile/member-profile';
import { openGraph } from '@/components/layout/open-graph';
import { chapterhouse } from '@/lib/chapterhouse';
import type { PublicEntry } from '@/lib/directory/model/entry';
import { memberJsonLd } from '@/lib/directory/json-ld';
import { decodedSegment, memberAtAddress, memberPath } from '@/lib/directory/member-address';

interface ProfilePageProps {
  params: Promise<{ slug: string }>;
}

export async function generateMetadata({ params }: ProfilePageProps): Promise<Metadata> {
  const entry = findEntry((await params).slug);
  if (entry === null) return {};
  const site = chapterhouse().site();
  const description = profileDescription(entry, site);
  const url = memberPath(entry.slug);
  return {
    title: entry.name,
    description,
    alternates: { canonical: url },
    openGraph: openGraph(site, { title: entry.name, description, url, type: 'profile' }),
  };
}

export default async function ProfilePage({ params }: ProfilePageProps) {
  const entry = findEntry((await params).slug);
  if (entry === null) notFound();
  const { config, directory, site } = chapterhouse();
  const { name } = site();
  const url = `${config.baseUrl}${memberPath(entry.slug)}`;
  const data = memberJsonLd(entry, { url, associationName: name });
  return (
    <>
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: data }} />
      <MemberProfile entry={entry} country={directory.about().country} />
    </>
  );
}

/** proxy.ts has already handled removed members, and profiles whose address has changed. */
function findEntry(segment: string): PublicEntry | null {
  const member = memberAtAddress(chapterhouse().directory, decodedSegment(segment));
  return member.kind === 'here' ? member.entry : null;
}
