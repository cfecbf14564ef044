import type { Metadata } from 'next';
import { AccountMenu } from '@/components/account/account-menu';
import { MembersFound } from '@/components/account/members-found';
import { NotAMember } from '@/components/account/not-a-member';
import { NotAvailable } from '@/components/account/not-available';
import { RemovedAccount } from '@/components/account/removed-account';
import { requireSignedIn } from '@/lib/account/current-member';
import { chapterhouse } from '@/lib/chapterhouse';
import { accountText } from '@/lib/messages/account';

export const metadata: Metadata = { title: accountText.forMembers, robots: { index: false } };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function MembersOnlyPage({ searchParams }: Props) {
  const member = await requireSignedIn('/members-only');
  if (member.kind !== 'member')
    return <NotAvailable kind={member.kind} path="/members-only" title={accountText.forMembers} />;
  if (member.standing.isRemoved) return <RemovedAccount />;
  if (!member.standing.isMember) return <NotAMember title={accountText.forMembers} />;
  const { q } = await searchParams;
  return (
    <div className="mx-auto grid max-w-4xl gap-6">
      <h1 className="text-3xl font-semibold tracking-tight">{accountText.forMembers}</h1>
      <AccountMenu current="/members-only" />
      <p>{accountText.membersContent}</p>
      {/* If `ownSignIns` is null, another site provides the API. That API does not have the answers that only
          members see. */}
      {chapterhouse().ownSignIns !== null && <MembersFound q={typeof q === 'string' ? q : ''} />}
    </div>
  );
}
