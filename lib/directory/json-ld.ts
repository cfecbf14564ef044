/** A profile as structured data for search engines: nothing but what the page shows. */
import type { PublicEntry, PublicLocation } from './entry';

interface Addresses {
  /** Of the profile. */
  url: string;
  organisation: string;
}

/** A Person, an Organization, or a LocalBusiness where people can go to it. @see https://schema.org/Person */
export function toJsonLd(entry: PublicEntry, { url, organisation }: Addresses): Record<string, unknown> {
  const [first] = entry.locations;
  const isPlace = entry.kind === 'organisation' && first?.precision === 'exact' && first.address !== null;
  return withoutAbsent({
    '@context': 'https://schema.org',
    '@type': entry.kind === 'person' ? 'Person' : isPlace ? 'LocalBusiness' : 'Organization',
    name: entry.name,
    url,
    memberOf: { '@type': 'Organization', name: organisation },
    email: entry.email,
    telephone: entry.phone,
    address: isPlace && first !== undefined ? toLocationAddress(first) : toArea(entry),
    geo: isPlace && first !== undefined ? toGeo(first) : null,
    ...(entry.kind === 'person'
      ? { worksFor: entry.organisation === null ? null : { '@type': 'Organization', name: entry.organisation } }
      : {}),
    knowsAbout: entry.categories.length === 0 ? null : entry.categories.map((category) => category.name),
  });
}

/**
 * JSON that can stand inside a script element: no text of a member's can end the element or begin another.
 * @see https://html.spec.whatwg.org/multipage/scripting.html#restrictions-for-contents-of-script-elements
 */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

function toArea({ suburb, state, country }: PublicEntry): Record<string, unknown> | null {
  if (suburb === null && state === null && country === null) return null;
  return withoutAbsent({
    '@type': 'PostalAddress',
    addressLocality: suburb,
    addressRegion: state,
    addressCountry: country,
  });
}

function toLocationAddress(location: PublicLocation): Record<string, unknown> {
  return withoutAbsent({
    '@type': 'PostalAddress',
    streetAddress: location.address,
    addressLocality: location.suburb,
    addressRegion: location.state,
    postalCode: location.postcode,
    addressCountry: location.country,
  });
}

function toGeo({ point }: PublicLocation): Record<string, unknown> {
  return { '@type': 'GeoCoordinates', latitude: point.latitude, longitude: point.longitude };
}

function withoutAbsent(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}
