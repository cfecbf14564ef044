import { toCells } from '@/lib/membership-api/fields/columns';
import { ownLocationFields } from '@/lib/membership-api/fields/location';
import { ownMembershipFields } from '@/lib/membership-api/fields/own-membership';
import { userFields } from '@/lib/membership-api/fields/person';
import type { CommitteeSeatRecord, LocationRecord, MemberRecord } from '@/lib/membership-store/records';
import type { Structure } from '@/lib/membership-store/structure';
import type { CsvCell } from './csv-line';
import { locationSlots, type LocationField } from './fields';
import { extraPrefix } from './mapping';
import { joinList } from './split-list';

/** The header line: the column names that import knows, then each extra's question. */
export function toCsvHeader(structure: Structure): string[] {
  const slots = locationSlots.flatMap(({ names }) =>
    // The keys of `locationCells` are fields of locations.
    Object.keys(locationCells(null)).map((name) => names[name as LocationField]),
  );
  const questions = [...structure.extras.values()].map(({ question }) => extraPrefix + question);
  return [...Object.keys(memberCells(null, structure)), ...slots, ...questions];
}

/** One membership as the cells of a line. Locations after the fifth have no columns. */
export function toCsvRow(
  record: MemberRecord,
  structure: Structure,
  seats: readonly CommitteeSeatRecord[],
): CsvCell[] {
  const slots = locationSlots.flatMap(({ number }) =>
    Object.values(locationCells(record.membership.locations[number - 1] ?? null)),
  );
  const answers = [...structure.extras.values()].map(({ id, answerType }) => {
    const given = record.membership.answers
      .filter(({ extraId }) => extraId === id)
      .map(({ answer }) => answer);
    return answerType === 2 ? joinList(given) : given.join('; ');
  });
  return [...Object.values(memberCells(record, structure, seats)), ...slots, ...answers];
}

/** null: for the names only. */
function memberCells(
  record: MemberRecord | null,
  structure: Structure,
  seats: readonly CommitteeSeatRecord[] = [],
) {
  const person = record?.person;
  const membership = record?.membership;
  const addons = membership?.addons.map(({ addonId, quantity, expiryDate }) => {
    const name = structure.addons.get(addonId)?.name ?? '';
    // If a name ends like a quantity, writing the quantity as well keeps it apart.
    return `${name}${quantity === 1 && !/ x\d+$/i.test(name) ? '' : ` x${quantity}`}${expiryDate === null ? '' : ` until ${expiryDate}`}`;
  });
  return {
    ChapterhouseID: membership?.id,
    MembershipNumber: membership?.membershipNumber,
    ChapterhousePersonID: person?.id,
    Kind: membership?.kind,
    ChapterhouseParentID: membership?.parentId,
    ...toCells(userFields, person ?? undefined),
    MembershipType: structure.types.get(membership?.typeId ?? 0)?.name,
    // By name: IDs may differ where the file is imported.
    MembershipCategory:
      membership &&
      joinList(membership.categoryIds.map((id) => structure.categories.get(id)?.name ?? '').sort()),
    Chapter: structure.chapters.get(membership?.chapterId ?? 0)?.name,
    JoiningDate: membership?.joiningDate,
    ExpiryDate: membership?.expiryDate,
    AmountOutstanding: membership && (membership.amountOutstandingThousandths / 1000).toFixed(3),
    Currency: membership?.currency,
    InvoiceURL: membership?.invoiceUrl,
    PaymentURL: membership?.paymentUrl,
    Addons: addons && joinList(addons),
    Committee: joinList(seats.map((seat) => toSeat(seat, structure))),
    Approved: membership && (membership.isApproved ? 'yes' : 'no'),
    Listed: membership && (membership.isListed ? 'yes' : 'no'),
    Show: membership?.show?.length === 0 ? 'none' : membership?.show?.join('; '),
    ...toCells(ownMembershipFields, membership),
  };
}

/** In the form that import reads. The organisation's own committee has the organisation's name. */
function toSeat({ chapterId, startsOn, endsOn }: CommitteeSeatRecord, structure: Structure): string {
  const { organisation, chapters } = structure;
  const name = chapterId === null ? organisation.name : (chapters.get(chapterId)?.name ?? '');
  return `${name}${startsOn === null ? '' : ` from ${startsOn}`}${endsOn === null ? '' : ` until ${endsOn}`}`;
}

function locationCells(location: LocationRecord | null) {
  return {
    LocationName: location?.name,
    LocationEmail: location?.email,
    LocationAddress: location?.address,
    LocationSuburb: location?.suburb,
    LocationPostcode: location?.postcode,
    LocationState: location?.state,
    LocationCountry: location?.country,
    LocationPhone: location?.phone,
    Website: location?.website,
    Lat: location?.latitude,
    Lng: location?.longitude,
    Precision: location?.precision,
    ...toCells(ownLocationFields, location ?? undefined),
  };
}
