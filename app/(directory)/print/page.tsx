import type { Metadata } from 'next';
import type { DirectoryPageProps } from '@/components/directory-page/directory-page';
import { PrintPage } from '@/components/directory/print-page';
import { chapterhouse } from '@/lib/chapterhouse';
import { capitalised } from '@/lib/base/noun';
import { printText } from '@/lib/messages/print';
import { say } from '@/lib/messages/say';

export function generateMetadata(): Metadata {
  const Many = capitalised(chapterhouse().site().noun.many);
  return { title: say(printText.title, { Many }), robots: { index: false, follow: false } };
}

export default function PrintedListPage({ searchParams }: DirectoryPageProps) {
  return <PrintPage searchParams={searchParams} />;
}
