import { lookUp } from '@/lib/base/look-up';
import type { Places } from '@/lib/map/geo/places';
import type { Point } from '@/lib/map/geo/point';
import { blankRecord, fromCells } from '@/lib/contract/fields/columns';
import { locationFields, ownLocationFields } from '@/lib/contract/fields/location';
import { locationProfileFields } from '@/lib/contract/fields/profile';
import type { LocationRecord } from '@/lib/store/schema/records';
import { locationSlots, type LocationSlot, type TextField } from './fields';
import type { MemberRow } from './member-row';

export interface LocationContext {
  /** Geocodes addresses without coordinates. null: such addresses get no location. */
  places: Places | null;
  /**
   * Whether the coordinates of a person's first location may be the place of work. If false, these coordinates count as
   * the person's home and are not imported.
   */
  mayPlacePeople: boolean;
  nextLocationId: () => Promise<number>;
  /** Called for each address that has no coordinates and is not in the gazetteer. */
  onUnplaced: (line: number) => void;
  /** Called for each person whose coordinates are not imported. */
  onHomeLeftOut: (line: number) => void;
}

type Address = Pick<LocationRecord, 'address' | 'suburb' | 'state' | 'postcode' | 'country'>;

/**
 * The row's locations replace the stored locations but keep the stored IDs. The precision that the member chose stays,
 * unless the file sets the precision. Stored locations for which the file has no columns are added at the end.
 */
export async function buildLocations(
  row: MemberRow,
  before: readonly LocationRecord[],
  context: LocationContext,
): Promise<LocationRecord[]> {
  const slots = locationSlots.filter((slot) => givesPosition(row, slot, context));
  if (slots.length === 0) return [...before];
  const locations: LocationRecord[] = [];
  for (const slot of slots) {
    const built = buildLocation(row, slot, context);
    if (built === null) continue;
    const stored = before[locations.length];
    const precision = row.values.get(slot.names.Precision) ?? stored?.precision ?? built.precision;
    const website = isSameWebAddress(stored?.website, built.website) ? stored.website : built.website;
    const id = stored?.id ?? (await context.nextLocationId());
    const own = fromCells(furtherFields, stored ?? blank, (name) => readCell(row, slot, name));
    locations.push({ ...built, ...own, id, website, precision });
  }
  return locations.length === slots.length ? [...locations, ...before.slice(slots.length)] : locations;
}

const blank = blankRecord(locationFields);
const furtherFields = { ...ownLocationFields, ...locationProfileFields };

function readCell({ values }: MemberRow, { names }: LocationSlot, name: string): unknown {
  return values.find(lookUp(names, name) ?? name);
}

/** Whether the row determines the position of the location. The row may also leave the position empty. */
function givesPosition(row: MemberRow, { number, names }: LocationSlot, context: LocationContext): boolean {
  const { values, kind } = row;
  if (values.has(names.Lat)) {
    if (number > 1 || kind === 'corporate' || context.mayPlacePeople) return true;
    if (values.get(names.Lat) !== null) context.onHomeLeftOut(row.line);
    return context.places !== null && values.has(names.LocationSuburb);
  }
  if (context.places === null) return false;
  return values.has(names.LocationSuburb) || (number === 1 && kind === 'corporate');
}

function buildLocation(row: MemberRow, slot: LocationSlot, context: LocationContext): LocationRecord | null {
  const { values } = row;
  const { names } = slot;
  const given = pointOf(row, slot, context);
  if (given === null && context.places === null) return null;
  // Exported rows give the precision of a location. Such a row has the complete location, so an empty cell means that
  // the field is empty.
  const isInFull = values.get(names.Precision) !== null;
  const address = addressOf(row, slot, isInFull);
  const isCompany = row.kind === 'corporate';
  const isOwn = isCompany && slot.number === 1 && !isInFull;
  const point = given ?? placeAddress(row, slot, address, context);
  if (point === null) return null;
  return {
    ...fromCells(locationFields, blank, (name) => readCell(row, slot, name)),
    ...address,
    name: values.text(names.LocationName) || (isCompany && !isInFull ? values.text('Organisation') : ''),
    phone: values.text(names.LocationPhone) || (isOwn ? values.text('Phone') : ''),
    latitude: point.latitude,
    longitude: point.longitude,
    precision: isCompany && given !== null ? 'exact' : 'suburb',
  };
}

function pointOf(
  { values, kind }: MemberRow,
  { number, names }: LocationSlot,
  { mayPlacePeople }: LocationContext,
): Point | null {
  if (number === 1 && kind === 'individual' && !mayPlacePeople) return null;
  const latitude = values.get(names.Lat);
  const longitude = values.get(names.Lng);
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/**
 * A company's first location has the company's address unless the file gives another one. A person's own street is never a
 * location.
 */
function addressOf({ values, kind }: MemberRow, { number, names }: LocationSlot, isInFull: boolean): Address {
  const isFirst = number === 1 && !isInFull;
  const textOr = (field: TextField, otherwise: TextField | null) =>
    values.text(field) || (otherwise === null ? '' : values.text(otherwise));
  return {
    address: textOr(names.LocationAddress, isFirst && kind === 'corporate' ? 'Address' : null),
    suburb: textOr(names.LocationSuburb, isFirst ? 'Suburb' : null),
    state: textOr(names.LocationState, isFirst ? 'State' : null),
    postcode: textOr(names.LocationPostcode, isFirst ? 'Postcode' : null),
    country: textOr(names.LocationCountry, isFirst ? 'Country' : null),
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
  const isPractice = values.text(names.LocationSuburb) !== '';
  // A person's home and a company's postal address are not places of practice.
  if (!isPractice && (!isOwnAddress || isMailbox(address.address))) {
    if (isOwnAddress) context.onUnplaced(line);
    return null;
  }
  const place = address.suburb === '' ? null : context.places.locate(address);
  if (place === null) context.onUnplaced(line);
  return place?.point ?? null;
}

/** Whether the address contains a mailbox, such as a PO box. */
export function isMailbox(address: string): boolean {
  return /\b(?:g\.?)?p\.? ?o\.? ?box\b|\b(?:locked|private|mail) ?bag\b|\bpostfach\b/i.test(address);
}

/** Whether two addresses differ only because the import adds `http://`. */
function isSameWebAddress(stored: string | undefined, read: string): stored is string {
  return stored !== undefined && stored !== '' && `http://${stored}` === read;
}
