import { customsOf } from '@/lib/country-customs';
import type { Config } from '@/lib/config';
import { usualNoun } from '@/lib/noun';
import { plainLook, type Site } from '@/lib/site';

/**
 * How another site's association is presented here. The settings define it, because the API has no fields for it.
 * Settings that are missing are derived from the country, the site's address and this machine.
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
    ...plainLook,
    country,
    timeZone: timeZone ?? customs?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    currency: currency ?? customs?.currency ?? null,
    noun: usualNoun,
    synonyms: '',
    contactEmail: null,
    chapterContacts: {},
    isDemonstration: false,
  };
}
