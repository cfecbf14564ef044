import { customsOf } from '@/lib/country-customs';
import type { OrganisationRecord } from '@/lib/membership-schema/records';

/** The currency of an organisation whose country is unknown. */
const fallback = 'USD';

/**
 * The organisation with the usual currency of its new country. If the operator chose the currency, now or earlier, the
 * currency is kept. A currency that is not the default for the former country counts as an earlier choice.
 */
export function followCountry(
  after: OrganisationRecord,
  { before, isCurrencyGiven }: { before: OrganisationRecord; isCurrencyGiven: boolean },
): OrganisationRecord {
  const isChosen = isCurrencyGiven || before.currency !== (customsOf(before.country)?.currency ?? fallback);
  if (isChosen || after.country === before.country) return after;
  return { ...after, currency: customsOf(after.country)?.currency ?? after.currency };
}
