import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { chapterhouse } from '@/lib/chapterhouse';
import { demonstrationText } from '@/lib/messages/site';
import { buttonStyle } from '../ui/button';
import { Message } from './message';

export const demonstrationMetadata: Metadata = { robots: { index: false } };

/** The target of the demonstration's invoice and payment links. A real association has no such page. */
export function DemonstrationPage({ title, text, number }: { title: string; text: string; number: string }) {
  // Membership numbers are short. Any other text in the address is not displayed.
  if (!chapterhouse().site().isDemonstration || !/^[\w-]{1,40}$/.test(number)) notFound();
  return (
    <Message title={title} text={text}>
      <a href="/account" className={buttonStyle('main')}>
        {demonstrationText.backToAccount}
      </a>
    </Message>
  );
}
