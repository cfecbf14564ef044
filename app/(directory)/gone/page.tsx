import type { Metadata } from 'next';
import { Message } from '@/components/layout/message';
import { siteText } from '@/lib/messages/site';

export const metadata: Metadata = { title: siteText.goneTitle, robots: { index: false } };

/** proxy.ts sends the addresses of members who are no longer public here. */
export default function GonePage() {
  return <Message title={siteText.goneTitle} text={siteText.goneText} />;
}
