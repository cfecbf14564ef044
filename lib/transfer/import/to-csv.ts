import { toCells } from '@/lib/contract/fields/columns';
import { locationFields } from '@/lib/contract/fields/location';
import { membershipFields } from '@/lib/contract/fields/membership';
import { userFields } from '@/lib/contract/fields/person';
import type { CommitteeSeatRecord, MemberRecord, Structure } from '@/lib/store/schema/records';
import type { CsvCell } from '@/lib/base/csv-line';
import { locationSlots } from './fields';
import { extraPrefix } from './mapping';
import { joinList } from './split-list';

export function toCsvHeader(structure: Structure): string[] {
  const questions = [...structure.extras.values()].map(({ question }) => extraPrefix + question);
  const slots = locationSlots.flatMap(({ names }) => Object.values(names));
  return [...Object.keys(memberCells(null, structure)), ...slots, ...questions];
}

/** Locations after the fifth have no columns. */
export function toCsvRow(
  record: MemberRecord,
  structure: Structure,
  seats: readonly CommitteeSeatRecord[],
): CsvCell[] {
  const slots = locationSlots.flatMap(({ number }) =>
    Object.values(toCells(locationFields, record.membership.locations[number - 1])),
  );
  const answers = [...structure.extras.values()].map(({ id, answerType }) => {
    const given = record.membership.answers
      .filter(({ extraId }) => extraId === id)
      .map(({ answer }) => answer);
    return answerType === 2 ? joinList(given) : given.join('; ');
  });
  return [...Object.values(memberCells(record, structure, seats)), ...slots, ...answers];
}

/** `record` null: only the column names are needed. */
function memberCells(
  record: MemberRecord | null,
  structure: Structure,
  seats: readonly CommitteeSeatRecord[] = [],
) {
  const person = record?.person;
  const membership = record?.membership;
  const addons = membership?.addons.map(({ addonId, quantity, expiryDate }) => {
    const name = structure.addons.get(addonId)?.name ?? '';
    // The name of an addon may end like a quantity, for example "Badge x2". The quantity is then added even if it is 1.
    // Otherwise the import would read the end of the name as the quantity.
    return `${name}${quantity === 1 && !/ x\d+$/i.test(name) ? '' : ` x${quantity}`}${expiryDate === null ? '' : ` until ${expiryDate}`}`;
  });
  return {
    ChapterhouseID: membership?.id,
    ChapterhousePersonID: person?.id,
    ChapterhouseParentID: membership?.parentId,
    ...toCells(membershipFields, membership),
    // In a cell, "none" means that there is no value.
    ChapterhouseStanding: membership?.standing === 'none' ? '' : membership?.standing,
    MembershipType: structure.types.get(membership?.typeId ?? 0)?.name,
    // Categories are exported by name, because they may have other IDs in the installation that imports the file.
    MembershipCategory:
      membership &&
      joinList(membership.categoryIds.map((id) => structure.categories.get(id)?.name ?? '').sort()),
    Chapter: structure.chapters.get(membership?.chapterId ?? 0)?.name,
    Addons: addons && joinList(addons),
    Committee: joinList(seats.map((seat) => toSeat(seat, structure))),
    Show: membership?.show?.length === 0 ? 'none' : membership?.show?.join('; '),
    ShowMembers: membership?.showMembers?.length === 0 ? 'none' : membership?.showMembers?.join('; '),
    ...toCells(userFields, person),
  };
}

/**
 * Writes a committee in the form that the import reads. The organisation's own committee has the organisation's name.
 */
function toSeat({ chapterId, startsOn, endsOn }: CommitteeSeatRecord, structure: Structure): string {
  const { organisation, chapters } = structure;
  const name = chapterId === null ? organisation.name : (chapters.get(chapterId)?.name ?? '');
  return `${name}${startsOn === null ? '' : ` from ${startsOn}`}${endsOn === null ? '' : ` until ${endsOn}`}`;
}
