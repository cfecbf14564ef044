import type { Metadata } from 'next';
import { CardCheckResult } from '@/components/account/card-check-result';
import { checkCard } from '@/lib/account/card-check';
import { chapterhouse } from '@/lib/chapterhouse';
import { verifyText } from '@/lib/messages/verify';

export const metadata: Metadata = {
  title: verifyText.title,
  robots: { index: false, follow: false },
  // The address contains the code, so browsers must not send it to other pages as the referrer.
  referrer: 'no-referrer',
};

export default async function VerifyPage({ params }: { params: Promise<{ code: string }> }) {
  const app = chapterhouse();
  const { name, timeZone } = app.site();
  const check = await checkCard(app, (await params).code);
  return <CardCheckResult check={check} association={name} asOf={app.clock()} timeZone={timeZone} />;
}
