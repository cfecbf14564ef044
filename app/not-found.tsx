import type { Metadata } from 'next';
import { Message } from '@/components/layout/message';
import { siteText } from '@/lib/messages/site';

export const metadata: Metadata = { title: siteText.notFoundTitle };

export default function NotFoundPage() {
  return <Message title={siteText.notFoundTitle} text={siteText.notFoundText} />;
}
