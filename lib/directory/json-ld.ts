/** A member as schema.org structured data, with only what the profile shows. */
import { memberPicturePath } from '@/lib/contract/picture-files';
import type { PublicEntry, PublicLocation } from '@/lib/directory/model/entry';

export interface ProfileContext {
  url: string;
  associationName: string;
}

/**
 * For `<script type="application/ld+json">`. `<`, `>` and `&` are escaped, so that no name can close the script or open
 * another.
 * @see https://schema.org/Person https://schema.org/LocalBusiness https://schema.org/Organization
 */
export function memberJsonLd(entry: PublicEntry, context: ProfileContext): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': typeOf(entry),
    '@id': context.url,
    url: context.url,
    name: entry.name,
    description: entry.introduction?.join('\n'),
    image: pictureUrl(entry, context.url),
    email: entry.email ?? undefined,
    telephone: entry.phone ?? undefined,
    worksFor: entry.organisation === null ? undefined : { '@type': 'Organization', name: entry.organisation },
    memberOf: { '@type': 'Organization', name: context.associationName },
    knowsAbout: entry.categories.length === 0 ? undefined : entry.categories.map((category) => category.name),
    areaServed: entry.kind === 'organisation' ? entry.areas : undefined,
    ...placeOf(entry),
  };
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The absolute address of the largest file. undefined: the entry shows no picture. */
export function pictureUrl({ id, picture }: PublicEntry, url: string): string | undefined {
  return picture === undefined ? undefined : new URL(memberPicturePath(id, picture.id, '480.jpg'), url).href;
}

/** A company with an address to visit is a business, one without is an organisation. */
function typeOf(entry: PublicEntry): 'Person' | 'LocalBusiness' | 'Organization' {
  if (entry.kind === 'person') return 'Person';
  return entry.locations.some((location) => location.precision === 'exact')
    ? 'LocalBusiness'
    : 'Organization';
}

/** Only an exact location has a point here: the point of an area is not a real location. */
function placeOf(entry: PublicEntry) {
  const first = entry.locations.find(({ precision }) => precision === 'exact');
  const websites = [...new Set(entry.locations.flatMap((location) => location.website ?? []))];
  const phone = entry.locations.flatMap((location) => location.phone ?? [])[0];
  return {
    address: addressesOf(entry),
    geo:
      entry.kind === 'organisation' && first !== undefined
        ? { '@type': 'GeoCoordinates', ...first.point }
        : undefined,
    sameAs: websites.length === 0 ? undefined : websites,
    ...(entry.phone === null && phone !== undefined ? { telephone: phone } : {}),
  };
}

function addressesOf(entry: PublicEntry) {
  const places = entry.locations.length === 0 ? [entry] : entry.locations;
  const addresses = places.flatMap((place) => postalAddress(place) ?? []);
  const once = [...new Map(addresses.map((address) => [JSON.stringify(address), address])).values()];
  return once.length > 1 ? once : once[0];
}

function postalAddress(place: PublicLocation | PublicEntry) {
  const parts = {
    streetAddress: 'address' in place ? (place.address ?? undefined) : undefined,
    addressLocality: place.suburb ?? undefined,
    addressRegion: place.state ?? undefined,
    postalCode: 'postcode' in place ? (place.postcode ?? undefined) : undefined,
    addressCountry: place.country ?? undefined,
  };
  const isEmpty = Object.values(parts).every((part) => part === undefined);
  return isEmpty ? undefined : { '@type': 'PostalAddress', ...parts };
}
