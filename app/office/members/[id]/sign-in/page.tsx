import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AccountForms } from '@/components/office/account-forms';
import { MemberAccount } from '@/components/office/member-account';
import { membersText } from '@/lib/messages/office-members';
import { accountButtons } from '@/lib/office/account-form';
import { readAccount } from '@/lib/office/read-member';
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
