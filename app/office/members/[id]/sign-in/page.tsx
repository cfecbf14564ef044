import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { AccountForms } from '@/components/office/account-forms';
import { Panel } from '@/components/office/panel';
import type { OfficeAccount } from '@/lib/contract/office-account';
import { officeAccountText } from '@/lib/messages/office-account';
import { membersText } from '@/lib/messages/office-members';
import { say } from '@/lib/messages/say';
import { accountButtons } from '@/lib/office-pages/account-form';
import { formatTime } from '@/lib/office-pages/format-time';
import { readAccount } from '@/lib/office-pages/read-member';
import { changeAccount } from '../../actions';
import { MemberPage, type MemberPageProps } from '../member-page';

export const metadata: Metadata = { title: membersText.title };

export default function SignInPage(props: MemberPageProps) {
  return (
    <MemberPage {...props} section="sign-in">
      {async ({ office, member, path }) => {
        const account = await readAccount(office, member.ID);
        if (account === null) notFound();
        return (
          <MemberAccount account={account}>
            <AccountForms
              action={changeAccount}
              member={member.ID}
              path={path}
              buttons={accountButtons(member, account)}
            />
          </MemberAccount>
        );
      }}
    </MemberPage>
  );
}

function MemberAccount({ account, children }: { account: OfficeAccount; children: ReactNode }) {
  const {
    LastSignInAt,
    InvitedAt,
    LockedUntil,
    PasswordSetAt,
    Passkeys,
    HasLink,
    Sessions,
    Sites,
    ErasureRequestedAt,
  } = account;
  return (
    <Panel id="account" title={officeAccountText.title}>
      {ErasureRequestedAt !== null && (
        <p className="font-medium">
          {say(officeAccountText.erasure, { time: formatTime(ErasureRequestedAt) })}
        </p>
      )}
      <p>
        {LastSignInAt !== null
          ? say(officeAccountText.lastSignIn, { time: formatTime(LastSignInAt) })
          : InvitedAt !== null
            ? say(officeAccountText.invited, { time: formatTime(InvitedAt) })
            : officeAccountText.neverSignedIn}
      </p>
      {LockedUntil !== null && (
        <p className="font-medium">{say(officeAccountText.locked, { time: formatTime(LockedUntil) })}</p>
      )}
      <p>
        {PasswordSetAt === null
          ? officeAccountText.noPassword
          : say(officeAccountText.password, { time: formatTime(PasswordSetAt) })}{' '}
        {Passkeys > 0 && say(officeAccountText.passkeys, { count: Passkeys })}{' '}
        {HasLink && officeAccountText.link}
      </p>
      <div>
        <p>{say(officeAccountText.sessions, { count: Sessions.length })}</p>
        <ul className="list-disc pl-5">
          {Sessions.map(({ StartedAt, Browser }, index) => (
            <li key={index}>
              {say(officeAccountText.session, {
                browser: Browser === '' ? officeAccountText.unknownBrowser : Browser,
                time: formatTime(StartedAt),
              })}
            </li>
          ))}
        </ul>
      </div>
      {Sites.length > 0 && (
        <p>{say(officeAccountText.sites, { names: Sites.map(({ Name }) => Name).join(', ') })}</p>
      )}
      {children}
    </Panel>
  );
}
