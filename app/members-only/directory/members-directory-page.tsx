import type { Metadata } from 'next';
import { refuseOthers } from '@/components/account/require-member';
import { DirectoryPage, type DirectoryPageProps } from '@/components/directory-page/directory-page';
import { Notice } from '@/components/ui/notice';
import { membersDirectory } from '@/lib/account/members-directory/current';
import { forMembersText } from '@/lib/messages/account';

export const membersMetadata: Metadata = { title: forMembersText.directory, robots: { index: false } };

interface Props extends DirectoryPageProps {
  path: '/members-only/directory' | '/members-only/directory/map';
}

/** The search of the public directory, over what members see. This page is never cached. */
export async function MembersDirectoryPage({ path, searchParams }: Props) {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(await searchParams))
    for (const one of [value ?? []].flat()) asked.append(name, one);
  const address = asked.size === 0 ? path : `${path}?${asked}`;
  const refused = await refuseOthers(address, forMembersText.directory);
  if (refused !== null) return refused;
  const source = membersDirectory();
  if (source === null) return <Notice>{forMembersText.noDirectory}</Notice>;
  return <DirectoryPage path={path} searchParams={searchParams} source={source} />;
}
