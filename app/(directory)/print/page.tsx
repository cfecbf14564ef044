import type { Metadata } from 'next';
import type { DirectoryPageProps } from '@/components/directory/directory-page';
import { PrintPage } from '@/components/directory/print-page';
import { printText } from '@/lib/messages/print';

export const metadata: Metadata = {
  title: printText.title,
  robots: { index: false, follow: false },
};

export default function PrintedListPage({ searchParams }: DirectoryPageProps) {
  return <PrintPage searchParams={searchParams} />;
}
