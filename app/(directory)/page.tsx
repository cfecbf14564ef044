import type { Metadata } from 'next';
import {
  DirectoryPage,
  directoryMetadata,
  type DirectoryPageProps,
} from '@/components/directory-page/directory-page';

export function generateMetadata({ searchParams }: DirectoryPageProps): Promise<Metadata> {
  return directoryMetadata('/', searchParams);
}

export default function ListPage({ searchParams }: DirectoryPageProps) {
  return <DirectoryPage path="/" searchParams={searchParams} />;
}
