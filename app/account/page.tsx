import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { AccountMenu } from '@/components/account/account-menu';
import { FactList } from '@/components/account/fact-list';
import { HiddenEntry } from '@/components/account/hidden-entry';
import { MembershipPanel } from '@/components/account/membership-panel';
import { NotAvailable } from '@/components/account/not-available';
import { RemovedAccount } from '@/components/account/removed-account';
import { SignOutButton } from '@/components/account/sign-out-button';
import { KeptForm } from '@/components/office/kept-form';
import { ShortForm } from '@/components/office/short-form';
import { buttonStyle } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { requireSignedIn } from '@/lib/account/current-member';
import { leavingSentence, mayLeave } from '@/lib/account/words';
import { chapterhouse } from '@/lib/chapterhouse';
import type { Address, LoggedInUser } from '@/lib/contract/resources';
import { accountText, factText, leavingText } from '@/lib/messages/account';
import type { Leaving } from '@/lib/contract/office';
import type { MembershipStanding, Standing } from '@/lib/contract/standing';
import { say } from '@/lib/messages/say';
import { isFormWithoutSession } from '@/lib/office-pages/current-office';
import { findOwnDoor, readOwnEntries } from '@/lib/office-pages/own-entry';
import { emptyShortForm } from '@/lib/office-pages/short-form-state';
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

function PersonDetails({ user, children }: { user: LoggedInUser; children?: ReactNode }) {
  const address = addressLines(user.Address);
  const mailing = addressLines(user.MailingAddress);
  return (
    <section aria-labelledby="details" className="rounded-xl border border-line bg-surface p-5 sm:p-6">
      <h2 id="details" className="mb-4 text-xl font-semibold">
        {factText.details}
      </h2>
      <FactList
        facts={[
          [
            factText.name,
            [user.Title, user.FirstName, user.LastName].filter((part) => part !== '').join(' '),
          ],
          [factText.organisation, user.Organisation],
          [factText.email, user.Email],
          [factText.phone, user.Phone],
          [factText.workPhone, user.WorkPhone],
          [factText.mobile, user.Mobile],
          [factText.address, address],
          [factText.mailingAddress, mailing === address ? '' : mailing],
        ]}
      />
      {children}
    </section>
  );
}

/** A text such as "1 Moorabool Street, Geelong VIC 3220, Australia". */
function addressLines({ Address, Suburb, State, Postcode, Country }: Address): string {
  const place = [Suburb, State, Postcode].filter((part) => part !== '').join(' ');
  return [Address ?? '', place, Country].filter((part) => part !== '').join(', ');
}

function StandingSummary({ standing, association }: { standing: Standing; association: string }) {
  const { committeeChapter } = standing;
  return (
    <p className="text-lg">
      {say(summary(standing), { association })}
      {committeeChapter !== null && ` ${say(accountText.onCommittee, { chapter: committeeChapter.Name })}`}
    </p>
  );
}

function summary({ isMember, memberships }: Standing) {
  if (isMember) return accountText.isMember;
  if (memberships.length === 0) return accountText.hasNone;
  const hasLapsed = memberships.some(({ state }) => state === 'expired' || state === 'owing');
  return hasLapsed ? accountText.hasLapsed : accountText.isNotValid;
}
