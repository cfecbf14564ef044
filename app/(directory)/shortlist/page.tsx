import type { Metadata } from 'next';
import { ShortlistPage, type ShortlistPageProps } from '@/components/directory/shortlist-page';
import { shortlistText } from '@/lib/messages/shortlist';

export const metadata: Metadata = {
  title: shortlistText.title,
  robots: { index: false, follow: false },
};

export default function ShortlistedMembersPage({ searchParams }: ShortlistPageProps) {
  return <ShortlistPage searchParams={searchParams} />;
}
