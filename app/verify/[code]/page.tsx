import type { Metadata } from 'next';
import { CardAnswer } from '@/components/account/card-answer';
import { checkCard } from '@/lib/account/card-check';
import { chapterhouse } from '@/lib/chapterhouse';
import { verifyText } from '@/lib/messages/verify';

export const metadata: Metadata = {
  title: verifyText.title,
  robots: { index: false, follow: false },
  // The address contains the code, so it must not be passed on.
  referrer: 'no-referrer',
};

export default async function VerifyPage({ params }: { params: Promise<{ code: string }> }) {
  const house = chapterhouse();
  const { name, timeZone } = house.site();
  const check = await checkCard(house, (await params).code);
  return <CardAnswer check={check} association={name} asOf={house.clock()} timeZone={timeZone} />;
}
