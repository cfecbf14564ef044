import type { Metadata } from 'next';
import { Message } from '@/components/layout/message';
import { siteText } from '@/lib/messages/site';

export const metadata: Metadata = { title: siteText.goneTitle, robots: { index: false } };

/** Where proxy.ts leads the address of a member who is no longer public. */
export default function GonePage() {
  return <Message title={siteText.goneTitle} text={siteText.goneText} />;
}
