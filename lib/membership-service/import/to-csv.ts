import type { CommitteeSeatRecord, LocationRecord, MemberRecord } from '../store/records';
import type { Structure } from '../store/structure';
import { locationSlots, type LocationField } from './fields';

/** The line that names the columns: fields as import knows them, then each extra's question. */
export function toCsvHeader(structure: Structure): string {
  const slots = locationSlots.flatMap(({ names }) =>
    // The keys of `locationCells` are fields of locations.
    Object.keys(locationCells(null)).map((name) => names[name as LocationField]),
  );
  const questions = [...structure.extras.values()].map(({ question }) => question);
  return toLine([...Object.keys(memberCells(null, structure)), ...slots, ...questions]);
}

/** One membership as a line. A sixth location and further ones have no columns. */
export function toCsvRow(
  record: MemberRecord,
  structure: Structure,
  seats: readonly CommitteeSeatRecord[],
): string {
  const slots = locationSlots.flatMap(({ number }) =>
    Object.values(locationCells(record.membership.locations[number - 1] ?? null)),
  );
  const answers = [...structure.extras.keys()].map((id) =>
    record.membership.answers
      .filter(({ extraId }) => extraId === id)
      .map(({ answer }) => answer)
      .join('; '),
  );
  return toLine([...Object.values(memberCells(record, structure, seats)), ...slots, ...answers]);
}

/** null: for the names alone. */
function memberCells(
  record: MemberRecord | null,
  structure: Structure,
  seats: readonly CommitteeSeatRecord[] = [],
) {
  const person = record?.person;
  const membership = record?.membership;
  const addons = membership?.addons.map(({ addonId, quantity, expiryDate }) => {
    const name = structure.addons.get(addonId)?.name ?? '';
    return `${name}${quantity === 1 ? '' : ` x${quantity}`}${expiryDate === null ? '' : ` until ${expiryDate}`}`;
  });
  return {
    ID: membership?.id,
    MembershipNumber: membership?.membershipNumber,
    PersonID: person?.id,
    Kind: membership?.kind,
    ParentID: membership?.parentId,
    FirstName: person?.firstName,
    LastName: person?.lastName,
    Title: person?.title,
    Email: person?.email,
    Organisation: person?.organisation,
    Address: person?.address.address,
    Suburb: person?.address.suburb,
    Postcode: person?.address.postcode,
    State: person?.address.state,
    Country: person?.address.country,
    MailingAddress: person?.mailingAddress.address,
    MailingSuburb: person?.mailingAddress.suburb,
    MailingPostcode: person?.mailingAddress.postcode,
    MailingState: person?.mailingAddress.state,
    MailingCountry: person?.mailingAddress.country,
    Phone: person?.phone,
    WorkPhone: person?.workPhone,
    Mobile: person?.mobile,
    MembershipType: structure.types.get(membership?.typeId ?? 0)?.name,
    // By name: IDs may be others where the file is imported.
    MembershipCategory: membership?.categoryIds
      .map((id) => structure.categories.get(id)?.name)
      .sort()
      .join('; '),
    Chapter: structure.chapters.get(membership?.chapterId ?? 0)?.name,
    JoiningDate: membership?.joiningDate,
    ExpiryDate: membership?.expiryDate,
    AmountOutstanding: membership && (membership.amountOutstandingThousandths / 1000).toFixed(3),
    Currency: membership?.currency,
    InvoiceURL: membership?.invoiceUrl,
    PaymentURL: membership?.paymentUrl,
    Addons: addons?.join('; '),
    Committee: seats.map((seat) => toSeat(seat, structure)).join('; '),
    Approved: membership && (membership.isApproved ? 'yes' : 'no'),
    Listed: membership && (membership.isListed ? 'yes' : 'no'),
    Show: membership?.show?.join('; '),
  };
}

/** As import reads it. The organisation's own committee has the organisation's name. */
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
  };
}

type Cell = string | number | null | undefined;

function toLine(cells: Cell[]): string {
  return `${cells.map(toCsvCell).join(',')}\r\n`;
}

/** A cell as RFC 4180 has it. */
export function toCsvCell(cell: Cell): string {
  const text = String(cell ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
