import type { DirectoryPageProps } from '@/components/directory-page/directory-page';
import { MembersDirectoryPage, membersMetadata } from '../members-directory-page';

export const metadata = membersMetadata;

export default function MembersMapPage({ searchParams }: DirectoryPageProps) {
  return <MembersDirectoryPage path="/members-only/directory/map" searchParams={searchParams} />;
}
