import type { Places } from '@/lib/geo/places';
import type { Point } from '@/lib/geo/point';
import { locationPrecisionSchema } from '@/lib/membership-api/resources';
import type { LocationRecord } from '../store/records';
import { locationSlots, type LocationField, type LocationSlot } from './fields';
import type { MemberRow } from './member-row';

export interface LocationContext {
  /** Places addresses without coordinates; null: they get no location. */
  places: Places | null;
  nextLocationId: () => Promise<number>;
  /** Told of each address that has neither coordinates nor a place in the gazetteer. */
  onUnplaced: (line: number) => void;
}

type Address = Pick<LocationRecord, 'address' | 'suburb' | 'state' | 'postcode' | 'country'>;

/**
 * The locations of a row in the place of those stored, which keep their IDs and, unless the file says otherwise, the
 * precision that the member chose. A file without coordinates and places leaves all as they are.
 */
export async function buildLocations(
  row: MemberRow,
  before: readonly LocationRecord[],
  context: LocationContext,
): Promise<LocationRecord[]> {
  const hasCoordinates = locationSlots.some(({ names }) => row.values.has(names.Lat));
  if (!hasCoordinates && context.places === null) return [...before];
  const locations: LocationRecord[] = [];
  for (const slot of locationSlots) {
    const built = buildLocation(row, slot, context);
    if (built === null) continue;
    const stored = before[locations.length];
    const precision = row.values.get(slot.names.Precision) || stored?.precision || built.precision;
    locations.push({
      ...built,
      id: stored?.id ?? (await context.nextLocationId()),
      precision: locationPrecisionSchema.parse(precision),
    });
  }
  return locations;
}

function buildLocation(
  row: MemberRow,
  slot: LocationSlot,
  context: LocationContext,
): Omit<LocationRecord, 'id'> | null {
  const isWithoutPoint = (row.values.get(slot.names.Lat) ?? '') === '';
  if (isWithoutPoint && context.places === null) return null;
  const said = (name: LocationField) => row.values.get(slot.names[name]) ?? '';
  const address = addressOf(row, slot);
  const isFirm = row.kind === 'corporate';
  const isOwn = isFirm && slot.number === 1;
  const given = isWithoutPoint ? null : { latitude: Number(said('Lat')), longitude: Number(said('Lng')) };
  const point = given ?? placeAddress(row, slot, address, context);
  if (point === null) return null;
  return {
    email: said('LocationEmail'),
    name: said('LocationName') || (isFirm ? (row.values.get('Organisation') ?? '') : ''),
    ...address,
    phone: said('LocationPhone') || (isOwn ? (row.values.get('Phone') ?? '') : ''),
    website: said('Website'),
    ...point,
    precision: isFirm && given !== null ? 'exact' : 'suburb',
  };
}

/**
 * Where a location is. A firm's first one is at the firm's address unless the file says more; a person's own street is
 * never a location's.
 */
function addressOf({ values, kind }: MemberRow, { number, names }: LocationSlot): Address {
  const part = (name: 'Address' | 'Suburb' | 'State' | 'Postcode' | 'Country', isPrivate = false) => {
    const own = number === 1 && !(isPrivate && kind === 'individual') ? values.get(name) : '';
    return values.get(names[`Location${name}`]) || own || '';
  };
  return {
    address: part('Address', true),
    suburb: part('Suburb'),
    state: part('State'),
    postcode: part('Postcode'),
    country: part('Country'),
  };
}

function placeAddress(
  { values, kind, line }: MemberRow,
  { number, names }: LocationSlot,
  address: Address,
  context: LocationContext,
): Point | null {
  if (context.places === null) return null;
  const isOwnAddress = kind === 'corporate' && number === 1;
  const isPractice = (values.get(names.LocationSuburb) ?? '') !== '';
  // Where a person lives, and where a firm has its mail sent, is not where either is found.
  if (!isPractice && (!isOwnAddress || isMailbox(address.address))) {
    if (isOwnAddress) context.onUnplaced(line);
    return null;
  }
  const place = address.suburb === '' ? null : context.places.locate(address);
  if (place === null) context.onUnplaced(line);
  return place?.point ?? null;
}

/** Whether a street line is where mail is sent and nobody is. */
export function isMailbox(address: string): boolean {
  return /\b(?:g\.?)?p\.? ?o\.? ?box\b|\b(?:locked|private|mail) ?bag\b|\bpostfach\b/i.test(address);
}
