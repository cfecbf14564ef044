import type { Metadata } from 'next';
import { AccountMenu } from '@/components/account/account-menu';
import { NotAvailable } from '@/components/account/not-available';
import { Notice } from '@/components/ui/notice';
import { requireSignedIn } from '@/lib/account/current-member';

export const metadata: Metadata = { title: 'For members', robots: { index: false } };

/** The example of a page for members: it asks who is there, and shows its content if any membership is valid today. */
export default async function MembersOnlyPage() {
  const member = await requireSignedIn('/members-only');
  if (member.kind !== 'member')
    return <NotAvailable kind={member.kind} path="/members-only" title="For members" />;
  return (
    <div className="mx-auto grid max-w-4xl gap-6">
      <h1 className="text-3xl font-semibold tracking-tight">For members</h1>
      <AccountMenu current="/members-only" />
      {member.standing.isMember ? <Content /> : <NotAMember />}
    </div>
  );
}

function Content() {
  return (
    <p>
      You can read this because one of your memberships is valid today. An association puts here what only its
      members may see.
    </p>
  );
}

function NotAMember() {
  return (
    <Notice>
      This page is for members, and you have no valid membership today.{' '}
      <a href="/account" className="underline">
        Your account
      </a>{' '}
      says why and what to do.
    </Notice>
  );
}
