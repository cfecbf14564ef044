import type { OfficeLookup } from './find-office';
import { reasonOf, textOf } from './form-text';
import { sendShortForm, type SentForm, type ShortFormOutcome } from './short-form';

export function setExpiry(office: OfficeLookup, sent: SentForm): Promise<ShortFormOutcome> {
  return patchMember(office, sent, { ExpiryDate: textOf(sent.form, 'date') });
}

/** Shows or hides the member's entry. Does not change which fields the entry shows. */
export function setListed(
  office: OfficeLookup,
  sent: SentForm,
  isListed: boolean,
): Promise<ShortFormOutcome> {
  return patchMember(office, sent, { Directory: { Listed: isListed } });
}

async function patchMember(office: OfficeLookup, sent: SentForm, body: object): Promise<ShortFormOutcome> {
  const { form } = sent;
  return sendShortForm(office, sent, {
    method: 'PATCH',
    path: `members/${encodeURIComponent(textOf(form, 'id'))}`,
    body,
    etag: textOf(form, 'etag'),
    reason: reasonOf(form),
  });
}
