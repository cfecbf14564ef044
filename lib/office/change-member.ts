import type { OfficeResponse } from './find-office';
import { reasonOf, textOf } from './form-text';
import { sendShortForm, type SentForm, type ShortFormOutcome } from './short-form';

export function setExpiry(office: OfficeResponse, sent: SentForm): Promise<ShortFormOutcome> {
  return patchMember(office, sent, { ExpiryDate: textOf(sent.form, 'date') });
}

/** Shows or hides the member's entry. Does not change which fields the entry shows. */
export function setListed(
  office: OfficeResponse,
  sent: SentForm,
  isListed: boolean,
): Promise<ShortFormOutcome> {
  return patchMember(office, sent, { Directory: { Listed: isListed } });
}

async function patchMember(office: OfficeResponse, sent: SentForm, body: object): Promise<ShortFormOutcome> {
  const { form } = sent;
  return sendShortForm(office, sent, {
    method: 'PATCH',
    path: `members/${encodeURIComponent(textOf(form, 'id'))}`,
    body,
    etag: textOf(form, 'etag'),
    reason: reasonOf(form),
  });
}
