import type { Places } from '@/lib/geo/places';
import type { Point } from '@/lib/geo/point';
import { locationPrecisionSchema } from '@/lib/membership-api/resources';
import type { LocationRecord } from '../store/records';
import { locationSlots, type LocationSlot } from './fields';
import type { MemberRow } from './member-row';
import { said, type RowValues } from './row-values';

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
    const id = stored?.id ?? (await context.nextLocationId());
    locations.push(Object.assign(built, { id, precision: locationPrecisionSchema.parse(precision) }));
  }
  return locations;
}

function buildLocation(
  row: MemberRow,
  slot: LocationSlot,
  context: LocationContext,
): Omit<LocationRecord, 'id'> | null {
  const { values } = row;
  const { names } = slot;
  const isWithoutPoint = said(values, names.Lat) === '';
  if (isWithoutPoint && context.places === null) return null;
  const address = addressOf(row, slot);
  const isFirm = row.kind === 'corporate';
  const isOwn = isFirm && slot.number === 1;
  const given = isWithoutPoint ? null : pointOf(row, slot);
  const point = given ?? placeAddress(row, slot, address, context);
  if (point === null) return null;
  return {
    email: said(values, names.LocationEmail),
    name: said(values, names.LocationName) || (isFirm ? said(values, 'Organisation') : ''),
    address: address.address,
    suburb: address.suburb,
    state: address.state,
    postcode: address.postcode,
    country: address.country,
    phone: said(values, names.LocationPhone) || (isOwn ? said(values, 'Phone') : ''),
    website: said(values, names.Website),
    latitude: point.latitude,
    longitude: point.longitude,
    precision: isFirm && given !== null ? 'exact' : 'suburb',
  };
}

function pointOf({ values }: MemberRow, { names }: LocationSlot): Point {
  return { latitude: Number(said(values, names.Lat)), longitude: Number(said(values, names.Lng)) };
}

/**
 * Where a location is. A firm's first one is at the firm's address unless the file says more; a person's own street is
 * never a location's.
 */
function addressOf({ values, kind }: MemberRow, { number, names }: LocationSlot): Address {
  const isFirst = number === 1;
  return {
    address: saidOr(values, names.LocationAddress, isFirst && kind === 'corporate' ? 'Address' : null),
    suburb: saidOr(values, names.LocationSuburb, isFirst ? 'Suburb' : null),
    state: saidOr(values, names.LocationState, isFirst ? 'State' : null),
    postcode: saidOr(values, names.LocationPostcode, isFirst ? 'Postcode' : null),
    country: saidOr(values, names.LocationCountry, isFirst ? 'Country' : null),
  };
}

function saidOr(values: RowValues, field: string, otherwise: string | null): string {
  return said(values, field) || (otherwise === null ? '' : said(values, otherwise));
}

function placeAddress(
  { values, kind, line }: MemberRow,
  { number, names }: LocationSlot,
  address: Address,
  context: LocationContext,
): Point | null {
  if (context.places === null) return null;
  const isOwnAddress = kind === 'corporate' && number === 1;
  const isPractice = said(values, names.LocationSuburb) !== '';
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
