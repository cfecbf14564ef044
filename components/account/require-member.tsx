import type { ReactNode } from 'react';
import { requireSignedIn } from '@/lib/account/current-member';
import { NotAvailable } from './not-available';
import { RemovedAccount } from './removed-account';
import { forMembersText } from '@/lib/messages/account';
import { buttonStyle } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { AccountMenu } from './account-menu';

/** What a page for members shows to somebody else. null: the person has a valid membership. */
export async function refuseOthers(path: string, title: string): Promise<ReactNode> {
  const member = await requireSignedIn(path);
  if (member.kind !== 'member') return <NotAvailable kind={member.kind} path={path} title={title} />;
  if (member.standing.isRemoved) return <RemovedAccount />;
  return member.standing.isMember ? null : <NotAMember title={title} />;
}

/** Replaces a page for members if the person has no membership that is valid today. */
function NotAMember({ title }: { title: string }) {
  return (
    <div className="mx-auto grid max-w-4xl gap-6">
      <h1 className="text-3xl font-semibold tracking-tight">{title}</h1>
      <AccountMenu current="/members-only" />
      <Notice>{forMembersText.refused}</Notice>
      <p>
        <a href="/account" className={buttonStyle('main')}>
          {forMembersText.refusedHelp}
        </a>
      </p>
    </div>
  );
}
