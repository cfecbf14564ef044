import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { ReportForm } from '@/components/directory/report-form';
import { problemText } from '@/components/directory/profile-form';
import { Message } from '@/components/layout/message';
import { buttonStyle } from '@/components/ui/button';
import { chapterhouse } from '@/lib/chapterhouse';
import { decodedSegment, memberAtAddress, memberPath } from '@/lib/directory/member-address';
import { reportAddress } from '@/lib/directory/report-address';
import { reportText } from '@/lib/messages/site';
import { say } from '@/lib/messages/say';

export const metadata: Metadata = { title: reportText.link, robots: { index: false } };

export default async function ReportOutcomePage({
  params,
}: {
  params: Promise<{ slug: string; outcome: string }>;
}) {
  const { config, directory, site } = chapterhouse();
  const { slug, outcome } = await params;
  const member = memberAtAddress(directory, decodedSegment(slug));
  if (member.kind !== 'here' || reportAddress({ config, site }) === null) notFound();
  const organisation = site().name;
  const problem = problemText(reportText, outcome);
  if (problem !== null)
    return <ReportForm entry={member.entry} organisation={organisation} problem={problem} />;
  if (outcome !== 'sent') notFound();
  return (
    <Message title={reportText.sentTitle} text={say(reportText.sent, { organisation })}>
      <a href={memberPath(member.entry.slug)} className={buttonStyle('main')}>
        {reportText.back}
      </a>
    </Message>
  );
}
