import { customsOf } from '@/lib/map/country-customs';
import type { Config } from '@/lib/base/config';
import { defaultNoun } from '@/lib/base/noun';
import { defaultAppearance, type Site } from '@/lib/contract/site';

/**
 * How the association of another site is presented here. The API has no fields for this, so the settings define it.
 * Missing settings are derived from the country, the site's address and this machine.
 */
export function remoteSite(
  config: Pick<Config, 'association'>,
  site: { organisationId: number; apiUrl: string },
): Site {
  const { name, colour, logoUrl, country, timeZone, currency } = config.association;
  const customs = country === null ? null : customsOf(country);
  return {
    organisationId: site.organisationId,
    name: name ?? new URL(site.apiUrl).hostname,
    colour,
    logoUrl,
    ...defaultAppearance,
    country,
    timeZone: timeZone ?? customs?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    currency: currency ?? customs?.currency ?? null,
    noun: defaultNoun,
    synonyms: '',
    areas: '',
    contactEmail: null,
    chapterContacts: {},
    isDemonstration: false,
  };
}
