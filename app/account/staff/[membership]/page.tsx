import { randomUUID } from 'node:crypto';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AccountMenu } from '@/components/account/account-menu';
import { Payment } from '@/components/account/membership-panel';
import { NotAvailable } from '@/components/account/not-available';
import { RemovedAccount } from '@/components/account/removed-account';
import { KeptForm } from '@/components/office/kept-form';
import { ShortForm } from '@/components/office/short-form';
import { Notice } from '@/components/ui/notice';
import { requireSignedIn } from '@/lib/account/current-member';
import { chapterhouse } from '@/lib/chapterhouse';
import { lookUp } from '@/lib/base/look-up';
import { ownStaffSchema, type OwnStaff } from '@/lib/contract/own-staff';
import { formatDay } from '@/lib/messages/format';
import { ownStaffDoneText, ownStaffText } from '@/lib/messages/own-entry';
import { say } from '@/lib/messages/say';
import { isFormWithoutSession } from '@/lib/office-pages/current-office';
import { captionOf } from '@/lib/office-pages/member-form';
import { findOwnDoor, readOwn } from '@/lib/office-pages/own-entry';
import { emptyShortForm } from '@/lib/office-pages/short-form-state';
import { addStaff, endStaff, inviteStaff } from './actions';

export const metadata: Metadata = { title: ownStaffText.plainTitle, robots: { index: false } };

interface Props {
  params: Promise<{ membership: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function StaffPage({ params, searchParams }: Props) {
  const { membership: id } = await params;
  const path = `/account/staff/${encodeURIComponent(id)}`;
  const app = chapterhouse();
  if (app.ownSignIns === null) notFound();
  if (await isFormWithoutSession(findOwnDoor)) {
    return [addStaff, inviteStaff, endStaff].map((action, at) => (
      <KeptForm key={at} action={action} start={emptyShortForm} path={path} />
    ));
  }
  const signedIn = await requireSignedIn(path);
  const title = ownStaffText.plainTitle;
  if (signedIn.kind !== 'member') return <NotAvailable kind={signedIn.kind} path={path} title={title} />;
  if (signedIn.standing.isRemoved) return <RemovedAccount />;
  const standing = signedIn.standing.memberships.find(({ membership }) => membership.ID === id);
  if (standing?.kind !== 'corporate') notFound();
  const staff = await readOwn(app, `members/${encodeURIComponent(id)}/staff`, ownStaffSchema);
  if (staff === null) return <NotAvailable kind="unavailable" path={path} title={title} />;
  const done = lookUp<string>(ownStaffDoneText, String((await searchParams)['done']));
  const mayChange = staff.IsOpen && staff.Rule !== 'locked';
  return (
    <div className="mx-auto grid max-w-4xl gap-6">
      <h1 className="text-3xl font-semibold tracking-tight wrap-anywhere">
        {say(ownStaffText.title, { company: staff.Company })}
      </h1>
      <AccountMenu current="/account" />
      {done !== undefined && <Notice role="status">{done}</Notice>}
      <p className="max-w-prose">{ownStaffText.intro}</p>
      <Payment standing={standing} />
      {!mayChange && (
        <p className="max-w-prose">{staff.IsOpen ? ownStaffText.locked : ownStaffText.closed}</p>
      )}
      {mayChange && staff.Rule === 'approval' && <p className="max-w-prose">{ownStaffText.approval}</p>}
      <section aria-labelledby="staff-title" className="grid gap-3">
        <h2 id="staff-title" className="text-xl font-semibold">
          {ownStaffText.list}
        </h2>
        {staff.Staff.length === 0 && <p>{ownStaffText.nobody}</p>}
        <ul className="grid gap-3">
          {staff.Staff.map((one) => (
            <li key={one.ID} className="grid gap-3 rounded-xl border border-line bg-surface p-4">
              <Person one={one} company={id} path={path} mayChange={mayChange} />
            </li>
          ))}
        </ul>
      </section>
      {mayChange && <Add staff={staff} company={id} path={path} />}
    </div>
  );
}

interface PersonProps {
  one: OwnStaff['Staff'][number];
  company: string;
  path: string;
  mayChange: boolean;
}

function Person({ one, company, path, mayChange }: PersonProps) {
  const { ID: part, Checked: isApproved, HasRole: hasRole, SignIn: signIn, LeavesOn: leavesOn } = one;
  const name = `${one.FirstName} ${one.LastName}`.trim();
  const hidden = { company, part };
  const isOpen = mayChange && isApproved && !hasRole;
  const signInText = {
    'signed in': ownStaffText.signedIn,
    invited: ownStaffText.invited,
    'not invited': ownStaffText.notInvited,
  }[signIn];
  const states = [
    isApproved ? signInText : ownStaffText.waiting,
    hasRole ? ownStaffText.hasRole : '',
    leavesOn === null ? '' : say(ownStaffText.leaves, { day: formatDay(leavesOn) }),
  ];
  return (
    <>
      <div className="wrap-anywhere">
        <h3 className="font-semibold">{name}</h3>
        <p>{one.Email}</p>
        {states
          .filter((state) => state !== '')
          .map((state) => (
            <p key={state} className="text-sm text-ink-soft">
              {state}
            </p>
          ))}
      </div>
      {mayChange && one.MayTakeBack && (
        <ShortForm
          id={`back-${part}`}
          action={endStaff}
          path={path}
          hidden={hidden}
          button={say(ownStaffText.takeBack, { name })}
        />
      )}
      {isOpen && (
        <div className="flex flex-wrap items-start gap-3">
          {signIn !== 'signed in' && one.Email !== '' && (
            <ShortForm
              id={`invite-${part}`}
              action={inviteStaff}
              path={path}
              hidden={hidden}
              button={say(signIn === 'invited' ? ownStaffText.inviteAgain : ownStaffText.invite, { name })}
            />
          )}
          {leavesOn === null && (
            <ShortForm
              id={`end-${part}`}
              action={endStaff}
              path={path}
              hidden={hidden}
              summary={say(ownStaffText.end, { name })}
              intro={say(ownStaffText.endIntro, { name })}
              button={say(ownStaffText.endButton, { name })}
            />
          )}
        </div>
      )}
    </>
  );
}

function Add({ staff, company, path }: { staff: OwnStaff; company: string; path: string }) {
  const { Most: most, Staff: people } = staff;
  const isFull = most > 0 && people.length >= most;
  return (
    <section aria-labelledby="add-title" className="grid gap-3">
      <h2 id="add-title" className="text-xl font-semibold">
        {ownStaffText.add}
      </h2>
      {most > 0 && (
        <p className="max-w-prose">
          {isFull ? ownStaffText.full : say(ownStaffText.most, { count: most, used: people.length })}
        </p>
      )}
      {!isFull && (
        <>
          <p className="max-w-prose">{ownStaffText.addIntro}</p>
          <ShortForm
            id="add"
            action={addStaff}
            path={path}
            hidden={{ company, key: randomUUID() }}
            fields={[
              { name: 'first', label: captionOf('User.FirstName'), type: 'text' },
              { name: 'last', label: captionOf('User.LastName'), type: 'text' },
              { name: 'email', label: captionOf('User.Email'), type: 'email' },
              ...(staff.Rule === 'free'
                ? [{ name: 'invite', label: ownStaffText.addTick, type: 'tick', value: 'true' } as const]
                : []),
              ...(people.length > 0
                ? [{ name: 'anyway', label: ownStaffText.anywayTick, type: 'tick' } as const]
                : []),
            ]}
            button={ownStaffText.addButton}
            style="main"
          />
        </>
      )}
    </section>
  );
}
