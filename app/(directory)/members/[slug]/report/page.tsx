import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ReportForm } from '@/components/directory/report-form';
import { chapterhouse } from '@/lib/chapterhouse';
import { decodedSegment, memberAtAddress } from '@/lib/directory/member-address';
import { reportAddress } from '@/lib/directory/report-address';
import { reportText } from '@/lib/messages/site';

export const metadata: Metadata = { title: reportText.link, robots: { index: false } };

export default async function ReportPage({ params }: { params: Promise<{ slug: string }> }) {
  const { config, directory, site } = chapterhouse();
  const member = memberAtAddress(directory, decodedSegment((await params).slug));
  if (member.kind !== 'here' || reportAddress({ config, site }) === null) notFound();
  return <ReportForm entry={member.entry} organisation={site().name} problem={null} />;
}
