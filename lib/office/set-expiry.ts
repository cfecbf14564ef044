import { isApiFailure } from '@/lib/account/api-failure';
import type { OfficeResponse } from './find-office';

/** Sets the last day of a membership. Returns the words for the member's page. */
export async function setExpiry(
  office: OfficeResponse,
  form: FormData,
): Promise<{ id: string; outcome: 'done' | 'changed' | 'failed' }> {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const id = text('id');
  if (office.kind !== 'office') return { id, outcome: 'failed' };
  try {
    const { status } = await office.api.write({
      method: 'PATCH',
      path: `members/${encodeURIComponent(id)}`,
      body: { ExpiryDate: text('date') },
      etag: text('etag'),
      reason: text('reason'),
    });
    return { id, outcome: status === 200 ? 'done' : status === 412 ? 'changed' : 'failed' };
  } catch (error) {
    if (isApiFailure(error)) return { id, outcome: 'failed' };
    throw error;
  }
}
