import { newSettings } from '@/lib/store/blank-settings';
import type { OrganisationRecord } from '@/lib/store/schema/records';
import { toLine } from '@/lib/contract/fields/text-kinds';
import { customsOf } from '@/lib/map/country-customs';

export interface NewOrganisation {
  id: number;
  name: string;
  /** null: the time zone is chosen by the country. */
  timeZone: string | null;
  /** null: the country of nearly all rows. '': members are around the world. */
  country: string | null;
  currency: string | null;
  /** Default: closed (docs/decisions.md, M3). */
  isDirectoryOpen?: boolean;
}

/**
 * A new organisation gets the most frequent country in the rows. At most this share of the rows may have other
 * countries. If the share is larger, the organisation gets no country.
 */
const maxForeignShare = 0.1;

export function newOrganisation(
  request: NewOrganisation,
  countries: Map<string, number>,
): OrganisationRecord {
  const country = toLine(request.country ?? mainCountry(countries));
  const known = customsOf(country) ?? { timeZone: 'UTC', currency: 'USD' };
  return {
    id: request.id,
    name: toLine(request.name),
    timeZone: request.timeZone ?? known.timeZone,
    country,
    currency: request.currency ?? known.currency,
    ...newSettings,
    isDirectoryClosed: request.isDirectoryOpen !== true,
  };
}

function mainCountry(countries: Map<string, number>): string {
  const [first] = [...countries].sort(([, a], [, b]) => b - a);
  const total = [...countries.values()].reduce((sum, count) => sum + count, 0);
  return first !== undefined && first[1] >= total * (1 - maxForeignShare) ? first[0] : '';
}
