import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { MessageForm } from '@/components/directory/message-form';
import { problemText } from '@/components/directory/profile-form';
import { Message } from '@/components/layout/message';
import { buttonStyle } from '@/components/ui/button';
import { chapterhouse } from '@/lib/chapterhouse';
import { decodedSegment, memberAtAddress, memberPath } from '@/lib/directory/member-address';
import { slugPattern } from '@/lib/directory/member-message';
import { messageText } from '@/lib/messages/site';

export const metadata: Metadata = { title: messageText.title, robots: { index: false } };

export default async function MessageOutcomePage({
  params,
}: {
  params: Promise<{ slug: string; outcome: string }>;
}) {
  const { config, directory } = chapterhouse();
  const { slug: segment, outcome } = await params;
  const slug = decodedSegment(segment);
  if (!config.carriesMessages || !slugPattern.test(slug)) notFound();
  if (outcome === 'sent') return <Sent slug={slug} />;
  const member = memberAtAddress(directory, slug);
  const problem = problemText(messageText, outcome);
  if (member.kind !== 'here' || !member.entry.takesMessages || problem === null) notFound();
  return <MessageForm entry={member.entry} problem={problem} />;
}

/** Does not look up the member, who may have been removed since the form was sent. */
function Sent({ slug }: { slug: string }) {
  return (
    <Message title={messageText.sentTitle} text={messageText.sent}>
      <a href={memberPath(slug)} className={buttonStyle('main')}>
        {messageText.back}
      </a>
    </Message>
  );
}
