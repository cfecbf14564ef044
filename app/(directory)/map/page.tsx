import type { Metadata } from 'next';
import {
  DirectoryPage,
  directoryMetadata,
  type DirectoryPageProps,
} from '@/components/directory-page/directory-page';

export function generateMetadata({ searchParams }: DirectoryPageProps): Promise<Metadata> {
  return directoryMetadata('/map', searchParams);
}

export default function MapPage({ searchParams }: DirectoryPageProps) {
  return <DirectoryPage path="/map" searchParams={searchParams} />;
}
