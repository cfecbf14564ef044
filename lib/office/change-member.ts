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

/** Shows or hides the member's entry. Does not change which fields the entry shows. */
export function setListed(
  office: OfficeLookup,
  sent: SentForm,
  isListed: boolean,
): Promise<ShortFormOutcome> {
  return patchMember(office, sent, { Directory: { Listed: isListed } });
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
