import {
  createMembershipApiClient,
  trustedLimits,
  type MembershipApiClient,
  type MembershipApiSettings,
  type TransportOverrides,
} from '@/lib/contract/client';

export interface ApiSource {
  client: MembershipApiClient;
  /** Identifies the site and its organisation in stored records. */
  source: string;
  /** The time of the site's clock at its first response. null: the site did not send the time. */
  firstResponseAt(): Date | null;
  /** `X-Total-Count` of the latest list. null: the site did not send it. */
  latestTotal(): number | null;
}

/** Stores two response headers that the API client does not read. */
export function createApiSource(
  settings: MembershipApiSettings,
  overrides: TransportOverrides = {},
): ApiSource {
  const send = overrides.fetch ?? fetch;
  let first: Date | null = null;
  let total: number | null = null;
  const observed: typeof fetch = async (input, init) => {
    const response = await send(input, init);
    const date = new Date(response.headers.get('date') ?? '');
    if (!Number.isNaN(date.getTime())) first ??= date;
    const count = response.headers.get('x-total-count');
    total = count !== null && /^\d{1,9}$/.test(count) ? Number(count) : null;
    return response;
  };
  return {
    client: createMembershipApiClient(
      { limits: trustedLimits, ...settings },
      { ...overrides, fetch: observed },
    ),
    source: `${settings.apiUrl} ${settings.organisationId}`,
    firstResponseAt: () => first,
    latestTotal: () => total,
  };
}
