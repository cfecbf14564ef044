import { createMembershipApiClient, type MembershipApiClient } from '@/lib/membership-api/client';
import type { MembershipApiSettings } from '@/lib/membership-api/client';

/** A site with the membership API, as an import asks it. */
export interface Site {
  client: MembershipApiClient;
  /** What this site and organisation are remembered by. */
  source: string;
  /** The site's own clock at its first answer; null: it has not told. */
  firstAnswerAt(): Date | null;
  /** `X-Total-Count` of the latest list; null: the site does not tell. */
  latestTotal(): number | null;
}

/** Two headers of the answers are kept beside what the client reads. */
export function createSite(settings: MembershipApiSettings): Site {
  const ask = settings.fetch ?? fetch;
  let first: Date | null = null;
  let total: number | null = null;
  const observed: typeof fetch = async (input, init) => {
    const response = await ask(input, init);
    const date = new Date(response.headers.get('date') ?? '');
    if (!Number.isNaN(date.getTime())) first ??= date;
    const count = response.headers.get('x-total-count');
    total = count !== null && /^\d{1,9}$/.test(count) ? Number(count) : null;
    return response;
  };
  return {
    client: createMembershipApiClient({ ...settings, fetch: observed }),
    source: `${settings.apiUrl} ${settings.organisationId}`,
    firstAnswerAt: () => first,
    latestTotal: () => total,
  };
}
