import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { chapterhouse } from '@/lib/chapterhouse';
import { demonstrationText } from '@/lib/messages/profile';
import { say } from '@/lib/messages/say';
import { buttonStyle } from '../ui/button';
import { Message } from './message';

export const demonstrationMetadata: Metadata = { robots: { index: false } };

/** What the demonstration's invoice and payment links lead to. There is no such page for a real association. */
export function DemonstrationPage({ title, text, number }: { title: string; text: string; number: string }) {
  // Membership numbers are short; whatever else was put into the address is not repeated.
  if (!chapterhouse().site().isDemonstration || !/^[\w-]{1,40}$/.test(number)) notFound();
  return (
    <Message title={say(title, { number })} text={text}>
      <a href="/account" className={buttonStyle('main')}>
        {demonstrationText.backToAccount}
      </a>
    </Message>
  );
}
