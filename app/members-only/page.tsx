import type { Metadata } from 'next';
import { AccountMenu } from '@/components/account/account-menu';
import { NotAvailable } from '@/components/account/not-available';
import { RemovedAccount } from '@/components/account/removed-account';
import { Notice } from '@/components/ui/notice';
import { requireSignedIn } from '@/lib/account/current-member';
import { accountText } from '@/lib/messages/account';
import { sayAround } from '@/lib/messages/say';

export const metadata: Metadata = { title: accountText.forMembers, robots: { index: false } };

/** An example page for members: shows its content if the person has any membership that is valid today. */
export default async function MembersOnlyPage() {
  const member = await requireSignedIn('/members-only');
  if (member.kind !== 'member')
    return <NotAvailable kind={member.kind} path="/members-only" title={accountText.forMembers} />;
  if (member.standing.isRemoved) return <RemovedAccount />;
  return (
    <div className="mx-auto grid max-w-4xl gap-6">
      <h1 className="text-3xl font-semibold tracking-tight">{accountText.forMembers}</h1>
      <AccountMenu current="/members-only" />
      {member.standing.isMember ? <Content /> : <NotAMember />}
    </div>
  );
}

function Content() {
  return <p>{accountText.membersContent}</p>;
}

function NotAMember() {
  const { before, within, after } = sayAround(accountText.membersRefused);
  return (
    <Notice>
      {before}
      <a href="/account" className="underline">
        {within}
      </a>
      {after}
    </Notice>
  );
}
