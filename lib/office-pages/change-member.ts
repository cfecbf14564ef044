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

/** Shows the member's entry to everybody, or hides it from members too. The fields that the entry shows stay. */
export function setListed(
  office: OfficeLookup,
  sent: SentForm,
  isListed: boolean,
): Promise<ShortFormOutcome> {
  return patchMember(office, sent, {
    Directory: isListed ? { Listed: true } : { Listed: false, MembersListed: false },
  });
}

/** Sends who sees the entry and each of its fields. */
export function setAudiences(office: OfficeLookup, sent: SentForm): Promise<ShortFormOutcome> {
  const kind = textOf(sent.form, 'kind') === 'corporate' ? 'corporate' : 'individual';
  const chosen = readAudiences(sent.form, textOf(sent.form, 'id'));
  return patchMember(office, sent, { Directory: toDirectory(chosen, kind) });
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
