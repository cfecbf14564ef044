import type { ReactNode } from 'react';
import { requireSignedIn } from '@/lib/account/current-member';
import { NotAMember } from './not-a-member';
import { NotAvailable } from './not-available';
import { RemovedAccount } from './removed-account';

/** What a page for members shows to somebody else. null: the person has a valid membership. */
export async function refuseOthers(path: string, title: string): Promise<ReactNode> {
  const member = await requireSignedIn(path);
  if (member.kind !== 'member') return <NotAvailable kind={member.kind} path={path} title={title} />;
  if (member.standing.isRemoved) return <RemovedAccount />;
  return member.standing.isMember ? null : <NotAMember title={title} />;
}
