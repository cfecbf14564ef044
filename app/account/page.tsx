import type { Metadata } from 'next';
import { AccountMenu } from '@/components/account/account-menu';
import { HiddenEntry } from '@/components/account/hidden-entry';
import { MembershipPanel } from '@/components/account/membership-panel';
import { NotAvailable } from '@/components/account/not-available';
import { PersonDetails } from '@/components/account/person-details';
import { RemovedAccount } from '@/components/account/removed-account';
import { SignOutButton } from '@/components/account/sign-out-button';
import { StandingSummary } from '@/components/account/standing-summary';
import { KeptForm } from '@/components/office/kept-form';
import { ShortForm } from '@/components/office/short-form';
import { buttonStyle } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { requireSignedIn } from '@/lib/account/current-member';
import { leavingSentence, mayLeave } from '@/lib/account/words';
import { chapterhouse } from '@/lib/chapterhouse';
import { accountText } from '@/lib/messages/account';
import { leavingText } from '@/lib/messages/leaving';
import type { Leaving } from '@/lib/membership-api/office';
import type { MembershipStanding } from '@/lib/membership-api/standing';
import { isFormWithoutSession } from '@/lib/office/current-office';
import { findOwnDoor, readOwnEntries } from '@/lib/office/own-entry';
import { emptyShortForm } from '@/lib/office/short-form-state';
import { stay } from './leaving/actions';

export const metadata: Metadata = { title: accountText.title, robots: { index: false } };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function AccountPage({ searchParams }: Props) {
  if (await isFormWithoutSession(findOwnDoor))
    return <KeptForm action={stay} start={emptyShortForm} path="/account" />;
  const member = await requireSignedIn('/account');
  if (member.kind !== 'member')
    return <NotAvailable kind={member.kind} path="/account" title={accountText.title} />;
  const { user, standing, today, hasOffice } = member;
  if (standing.isRemoved) return <RemovedAccount />;
  const app = chapterhouse();
  const isHidden = ({ membership: { ID } }: MembershipStanding) =>
    [null, 'removed'].some((unseen) => app.directory.find(ID) === unseen);
  const entries = standing.memberships.length > 0 ? await readOwnEntries(app) : null;
  const { done } = await searchParams;
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
      {(done === 'leaving' || done === 'stays') && (
        <Notice role="status">{done === 'leaving' ? leavingText.done : leavingText.stays}</Notice>
      )}
      <StandingSummary standing={standing} association={app.site().name} />
      {standing.memberships.map((one) => {
        const { ID: id } = one.membership;
        const entry = entries?.Members.find(({ Member }) => Member.ID === id);
        const leaving = entry?.Leaving ?? null;
        return (
          <MembershipPanel
            key={id}
            standing={one}
            today={today}
            hidden={isHidden(one) ? <HiddenEntry standing={one} entries={entries} /> : null}
            leaving={leaving === null ? null : <Leaves leaving={leaving} id={id} today={today} />}
          >
            {entry !== undefined && leaving === null && mayLeave(one) && (
              <p className="mt-4 print:hidden">
                <a href={`/account/leaving?of=${encodeURIComponent(id)}`} className="text-accent underline">
                  {leavingText.link}
                </a>
              </p>
            )}
          </MembershipPanel>
        );
      })}
      <PersonDetails user={user} />
    </div>
  );
}

function Leaves({ leaving, id, today }: { leaving: Leaving; id: string; today: string }) {
  const hasEnded = leaving.LastDay !== null && leaving.LastDay < today;
  return (
    <Notice>
      <div className="grid gap-3">
        <p>{leavingSentence(leaving, today)}</p>
        {!hasEnded && (
          <ShortForm
            id={`stay-${id}`}
            action={stay}
            path="/account"
            hidden={{ id }}
            button={leavingText.stay}
          />
        )}
      </div>
    </Notice>
  );
}
