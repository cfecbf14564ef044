import type { OfficeMember } from '@/lib/contract/office';
import type { OfficeAccount } from '@/lib/contract/office-account';
import { officeAccountText } from '@/lib/messages/office-account';
import type { KeptForm } from './kept-form';
import type { FormRefusal } from './send-form';

export interface AccountActionState {
  done: string | null;
  refusal: FormRefusal | null;
  kept: KeptForm | null;
}

export const noAccountAction: AccountActionState = { done: null, refusal: null, kept: null };

interface AccountButton {
  intent: string;
  text: string;
}

/** null: the person has no email address for a link. */
export function linkButton({ User: user }: OfficeMember, account: OfficeAccount): AccountButton | null {
  if ((user.Email ?? '') === '') return null;
  return {
    intent: 'link',
    text: account.PasswordSetAt !== null ? officeAccountText.send : officeAccountText.invite,
  };
}

export function accountButtons(member: OfficeMember, account: OfficeAccount): AccountButton[] {
  const link = linkButton(member, account);
  return [
    ...(account.LockedUntil !== null ? [{ intent: 'unlock', text: officeAccountText.unlock }] : []),
    ...(link === null ? [] : [link]),
    { intent: 'end', text: officeAccountText.end },
    ...(account.Passkeys > 0 ? [{ intent: 'passkeys', text: officeAccountText.removePasskeys }] : []),
  ];
}
