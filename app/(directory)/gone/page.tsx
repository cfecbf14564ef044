import type { Metadata } from 'next';
import { Message } from '@/components/layout/message';
import { chapterhouse } from '@/lib/chapterhouse';
import { say } from '@/lib/messages/say';
import { siteText } from '@/lib/messages/site';

export function generateMetadata(): Metadata {
  return { title: goneTitle(), robots: { index: false } };
}

/** proxy.ts shows this page at the profile addresses of members who are no longer public. */
export default function GonePage() {
  return <Message title={goneTitle()} text={siteText.goneText} />;
}

function goneTitle(): string {
  return say(siteText.goneTitle, { one: chapterhouse().site().noun.one });
}
