import type { Metadata } from 'next';
import { AccountMenu } from '@/components/account/account-menu';
import { HiddenEntry } from '@/components/account/hidden-entry';
import { MembershipPanel } from '@/components/account/membership-panel';
import { NotAvailable } from '@/components/account/not-available';
import { PersonDetails } from '@/components/account/person-details';
import { RemovedAccount } from '@/components/account/removed-account';
import { SignOutButton } from '@/components/account/sign-out-button';
import { StandingSummary } from '@/components/account/standing-summary';
import { buttonStyle } from '@/components/ui/button';
import { requireSignedIn } from '@/lib/account/current-member';
import { chapterhouse } from '@/lib/chapterhouse';
import { accountText } from '@/lib/messages/account';
import type { MembershipStanding } from '@/lib/membership-api/standing';
import { readOwnEntries } from '@/lib/office/own-entry';
import { ownDataAddress } from '@/lib/sso/service-addresses';

export const metadata: Metadata = { title: accountText.title, robots: { index: false } };

export default async function AccountPage() {
  const member = await requireSignedIn('/account');
  if (member.kind !== 'member')
    return <NotAvailable kind={member.kind} path="/account" title={accountText.title} />;
  const { user, standing, today, hasOffice } = member;
  if (standing.isRemoved) return <RemovedAccount />;
  const app = chapterhouse();
  const ownData = ownDataAddress(app);
  const isHidden = ({ membership: { ID } }: MembershipStanding) =>
    [null, 'removed'].some((unseen) => app.directory.find(ID) === unseen);
  const entries = standing.memberships.some(isHidden) ? await readOwnEntries(app) : null;
  return (
    <div className="mx-auto grid max-w-4xl gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl font-semibold tracking-tight">{accountText.title}</h1>
        <div className="flex flex-wrap gap-3">
          {hasOffice && (
            <a href="/office" className={buttonStyle('quiet')}>
              {accountText.office}
            </a>
          )}
          <SignOutButton />
        </div>
      </div>
      <AccountMenu current="/account" />
      <StandingSummary standing={standing} association={app.site().name} />
      {standing.memberships.map((membership) => (
        <MembershipPanel
          key={membership.membership.ID}
          standing={membership}
          today={today}
          hidden={isHidden(membership) ? <HiddenEntry standing={membership} entries={entries} /> : null}
        />
      ))}
      <PersonDetails user={user}>
        {ownData !== null && (
          <p className="mt-4">
            <a href={ownData} className="text-accent underline">
              {accountText.ownData}
            </a>
          </p>
        )}
      </PersonDetails>
    </div>
  );
}
