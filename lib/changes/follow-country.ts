import { customsOf } from '@/lib/map/country-customs';
import type { OrganisationRecord } from '@/lib/store/schema/records';

/** The currency of an organisation whose country is unknown. */
const fallback = 'USD';

/**
 * Sets the usual currency of the new country, unless the operator chose the currency. A currency that is not the
 * default for the former country counts as chosen.
 */
export function followCountry(
  after: OrganisationRecord,
  { before, isCurrencyGiven }: { before: OrganisationRecord; isCurrencyGiven: boolean },
): OrganisationRecord {
  const isChosen = isCurrencyGiven || before.currency !== (customsOf(before.country)?.currency ?? fallback);
  if (isChosen || after.country === before.country) return after;
  return { ...after, currency: customsOf(after.country)?.currency ?? after.currency };
}
