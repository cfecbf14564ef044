/** The public facts about a member's locations. A location is never shown more exactly than its precision allows. */
import type { Point } from '@/lib/map/geo/point';
import { furtherLocationFields } from '@/lib/contract/directory-fields';
import { isShownAt } from '@/lib/contract/fields/location';
import type { Location } from '@/lib/contract/resources';
import type { PublicLocation } from './entry';
import { furtherTexts } from './further-texts';
import { publicLines, publicText, publicWebsite } from '@/lib/base/public-text';

export type LocationOfMember = Omit<Location, 'Membership'>;

/** The centre of an address's suburb. null: unknown. */
export type LocateArea = (address: {
  suburb: string;
  state: string;
  postcode: string;
  country: string;
}) => Point | null;

interface LocationRules {
  shown: ReadonlySet<string>;
  isOrganisation: boolean;
  locateArea: LocateArea;
}

interface AreaNames {
  Suburb: string | null;
  State: string | null;
  Country: string | null;
}

/**
 * `locations` contains only locations that have a point. `address` is the area of the member's first location. The
 * entry shows this area where the member's own address has no value.
 */
export function toPublicLocations(
  locations: LocationOfMember[],
  rules: LocationRules,
): { locations: PublicLocation[]; address: AreaNames } {
  if (!rules.shown.has('Locations'))
    return { locations: [], address: { Suburb: null, State: null, Country: null } };
  const all = locations.map((location) => toPublicLocation(location, rules));
  const first = all[0];
  return {
    locations: all.flatMap((location) =>
      location.point === null ? [] : [{ ...location, point: location.point }],
    ),
    address: { Suburb: first?.suburb ?? null, State: first?.state ?? null, Country: first?.country ?? null },
  };
}

type UnplacedLocation = Omit<PublicLocation, 'point'> & { point: Point | null };

function toPublicLocation(location: LocationOfMember, rules: LocationRules): UnplacedLocation {
  const { shown } = rules;
  const precision = location.Precision ?? (rules.isOrganisation ? 'exact' : 'suburb');
  // A site without precisions sends exact points, even for people. They are replaced here.
  const mustBlur = location.Precision === undefined && precision !== 'exact';
  const further = furtherTexts(
    furtherLocationFields.filter(({ field }) => isShownAt(field, precision)),
    location,
    shown,
  );
  const openingHours = shown.has('LocationOpeningHours') ? publicLines(location.OpeningHours) : [];
  return {
    id: location.ID,
    name: publicText(location.Name) ?? '',
    address: precision === 'exact' && shown.has('LocationAddress') ? publicText(location.Address) : null,
    suburb: precision === 'exact' || precision === 'suburb' ? publicText(location.Suburb) : null,
    state: publicText(location.State),
    postcode: precision === 'state' ? null : publicText(location.Postcode),
    country: publicText(location.Country),
    phone: shown.has('LocationPhone') ? publicText(location.FullPhone) : null,
    website: shown.has('LocationWebsite') ? publicWebsite(location.Website) : null,
    point: mustBlur ? areaPoint(location, rules.locateArea) : pointOf(location),
    precision,
    ...(openingHours.length > 0 && { openingHours }),
    ...(further.length > 0 && { further: further.map(({ label, text }) => ({ label, text })) }),
  };
}

/** Only from what the public sees, so that the point reveals nothing else. null: the town is not shown, or not known. */
export function townPoint(
  { suburb, state, country }: Pick<PublicLocation, 'suburb' | 'state' | 'country'>,
  locateArea: LocateArea,
): Point | null {
  if (suburb === null) return null;
  return locateArea({ suburb, state: state ?? '', postcode: '', country: country ?? '' });
}

function areaPoint(location: LocationOfMember, locateArea: LocateArea): Point | null {
  const { Suburb, State, Postcode, Country } = location;
  return Suburb.trim() === ''
    ? null
    : locateArea({ suburb: Suburb, state: State, postcode: Postcode, country: Country });
}

/** null: the coordinates are missing, unreadable or out of range. 0,0 counts as missing. */
function pointOf({ Geolocation }: LocationOfMember): Point | null {
  const [latitude, longitude] = [degrees(Geolocation.Lat, 90), degrees(Geolocation.Lng, 180)];
  if (latitude === null || longitude === null || (latitude === 0 && longitude === 0)) return null;
  return { latitude, longitude };
}

function degrees(text: string, max: number): number | null {
  if (!/^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(text)) return null;
  const value = Number(text);
  return Math.abs(value) <= max ? value : null;
}
