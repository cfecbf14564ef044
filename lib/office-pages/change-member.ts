import { readAudiences, toDirectory } from '@/lib/contract/audiences';
import { memberText } from '@/lib/messages/office-member';
import type { OfficeLookup } from './find-office';
import { reasonOf, textOf } from './form-text';
import { sendShortForm, type SentForm, type ShortFormOutcome } from './short-form';

export function setExpiry(office: OfficeLookup, sent: SentForm): Promise<ShortFormOutcome> {
  return patchMember(office, sent, { ExpiryDate: textOf(sent.form, 'date') });
}

/** Clears what is owed and sets the last day that the page showed, in one change. */
export function recordPayment(office: OfficeLookup, sent: SentForm): Promise<ShortFormOutcome> {
  const body = { AmountOutstanding: '0', ExpiryDate: textOf(sent.form, 'date') || null };
  return patchMember(office, sent, body, memberText.paymentReason);
}

/** Shows the entry to everybody, or hides it from members too. The fields that the entry shows stay. */
export function listedOrNot(isListed: boolean): { Listed: boolean; MembersListed?: boolean } {
  return isListed ? { Listed: true } : { Listed: false, MembersListed: false };
}

export function setListed(
  office: OfficeLookup,
  sent: SentForm,
  isListed: boolean,
): Promise<ShortFormOutcome> {
  return patchMember(office, sent, { Directory: listedOrNot(isListed) });
}

/** Who sees the entry and each of its fields, from the form of a membership. */
export function readDirectory(form: FormData) {
  return toDirectory(readAudiences(form, textOf(form, 'id')), kindOf(form));
}

export function kindOf(form: FormData): 'corporate' | 'individual' {
  return textOf(form, 'kind') === 'corporate' ? 'corporate' : 'individual';
}

export function setAudiences(office: OfficeLookup, sent: SentForm): Promise<ShortFormOutcome> {
  return patchMember(office, sent, { Directory: readDirectory(sent.form) });
}

async function patchMember(
  office: OfficeLookup,
  sent: SentForm,
  body: object,
  reason = reasonOf(sent.form),
): Promise<ShortFormOutcome> {
  const { form } = sent;
  return sendShortForm(office, sent, {
    method: 'PATCH',
    path: `members/${encodeURIComponent(textOf(form, 'id'))}`,
    body,
    etag: textOf(form, 'etag'),
    reason,
  });
}
