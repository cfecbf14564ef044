import { isApiFailure } from '@/lib/account/api-failure';
import type { OfficeResponse } from './find-office';
import { textOf } from './form-text';

/** What became of a change that a single button makes; `changed`: somebody else changed the member first. */
interface ButtonOutcome {
  id: string;
  outcome: 'done' | 'changed' | 'failed';
}

/** Sets the last day of a membership. Returns the words for the member's page. */
export function setExpiry(office: OfficeResponse, form: FormData): Promise<ButtonOutcome> {
  return patchMember(office, form, { ExpiryDate: textOf(form, 'date') });
}

/** Hides a member from the directory, or shows them again. What the entry shows stays as it was. */
export function setListed(office: OfficeResponse, form: FormData, isListed: boolean): Promise<ButtonOutcome> {
  return patchMember(office, form, { Directory: { Listed: isListed } });
}

async function patchMember(office: OfficeResponse, form: FormData, body: object): Promise<ButtonOutcome> {
  const id = textOf(form, 'id');
  if (office.kind !== 'office') return { id, outcome: 'failed' };
  try {
    const { status } = await office.api.write({
      method: 'PATCH',
      path: `members/${encodeURIComponent(id)}`,
      body,
      etag: textOf(form, 'etag'),
      reason: textOf(form, 'reason'),
    });
    return { id, outcome: status === 200 ? 'done' : status === 412 ? 'changed' : 'failed' };
  } catch (error) {
    if (isApiFailure(error)) return { id, outcome: 'failed' };
    throw error;
  }
}
