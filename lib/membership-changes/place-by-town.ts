import { distanceKm } from '@/lib/geo/point';
import type { LocationRecord, MemberRecord } from '@/lib/membership-schema/records';
import { blankRecord } from '@/lib/membership-api/fields/columns';
import { locationFields } from '@/lib/membership-api/fields/location';
import type { AreaCentre } from '@/lib/membership-store/location-document';
import { shownFields } from '@/lib/membership-store/documents';
import { invalidRecord } from './refusals';

export interface PlacingContext {
  areaCentre: AreaCentre;
  /** The association's country. An address without a country is in this country. */
  country: string;
}

/** Without its postcode, an address may mean a larger town of the same name. Centres this close are the same town. */
const sameTownKm = 10;

/**
 * The patch that gives a member the area of the town as the only location. A town or a location that the member does
 * not show is not placed. The street and the postcode are not stored, so that neither can be found out from the place
 * (docs/decisions.md 38). null: the member has a location.
 * @throws ApiError if the member cannot be placed
 */
export function placeByTown(
  { person, membership }: MemberRecord,
  { areaCentre, country }: PlacingContext,
): Readonly<Record<string, unknown>> | null {
  if (membership.locations.length > 0) return null;
  if (!membership.isListed) throw refusal('Directory.Listed', 'is off: the member is not in the directory');
  const shown = shownFields(membership);
  const hidden = ['Locations', 'Suburb'].find((name) => !shown.includes(name));
  if (hidden !== undefined) throw refusal('Directory.Show', `does not have ${hidden}`);
  const { suburb, state, postcode, country: own } = person.address;
  if (suburb === '' && postcode === '') throw refusal('User.Address', 'has neither a town nor a postcode');
  const town: LocationRecord = {
    ...blankRecord(locationFields),
    suburb,
    state,
    country: own || country,
    precision: 'suburb',
  };
  const point = areaCentre({ ...town, postcode });
  if (point === null) throw refusal('User.Address', 'is not in the list of places');
  const served = areaCentre(town);
  if (served !== null && distanceKm(point, served) > sameTownKm)
    throw refusal('User.Address.Suburb', 'is the name of several towns: add the location by hand');
  const { latitude, longitude } = served ?? point;
  const Geolocation = { Lat: String(latitude), Lng: String(longitude) };
  const { country: Country } = town;
  return { Locations: [{ Suburb: suburb, State: state, Country, Geolocation, Precision: 'suburb' }] };
}

function refusal(path: string, reason: string) {
  return invalidRecord([{ path, value: '', reason }]);
}
