import type { DirectoryPageProps } from '@/components/directory-page/directory-page';
import { MembersDirectoryPage, membersMetadata } from './members-directory-page';

export const metadata = membersMetadata;

export default function MembersListPage({ searchParams }: DirectoryPageProps) {
  return <MembersDirectoryPage path="/members-only/directory" searchParams={searchParams} />;
}
