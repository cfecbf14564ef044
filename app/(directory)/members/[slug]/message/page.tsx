import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { MessageForm } from '@/components/directory/message-form';
import { chapterhouse } from '@/lib/chapterhouse';
import { decodedSegment, memberAtAddress } from '@/lib/directory/member-address';
import { messageText } from '@/lib/messages/site';

export const metadata: Metadata = { title: messageText.title, robots: { index: false } };

export default async function MessagePage({ params }: { params: Promise<{ slug: string }> }) {
  const { config, directory } = chapterhouse();
  const member = memberAtAddress(directory, decodedSegment((await params).slug));
  if (member.kind !== 'here' || !member.entry.takesMessages || !config.carriesMessages) notFound();
  return <MessageForm entry={member.entry} problem={null} />;
}
