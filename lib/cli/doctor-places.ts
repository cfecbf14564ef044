import { findCountry } from '@/lib/map/geo/countries';
import { loadPlaces, type Places } from '@/lib/map/geo/places';
import type { Store } from '@/lib/store/database';
import { isMailbox } from '@/lib/transfer/import/build-locations';
import { readMemberRecords } from '@/lib/store/member-records';
import type { MemberRecord } from '@/lib/store/schema/records';
import { inChunks } from '@/lib/store/sql/in-chunks';

export interface Unplaced {
  organisationId: number;
  id: number;
  kind: 'individual' | 'corporate';
  number: string;
  /** A company's suburb, state, postcode and country. A person's address is not shown. */
  address: string;
  reason: string;
}

/**
 * Memberships without a location, in order of organisation and ID, each with the reason.
 * @param only the ID of the organisation whose memberships are listed. null: all organisations
 */
export async function checkPlaces(store: Store, dataDir: string, only: number | null): Promise<Unplaced[]> {
  let query = store.members
    .selectFrom('membership')
    .leftJoin('location', (join) =>
      join
        .onRef('location.organisation_id', '=', 'membership.organisation_id')
        .onRef('location.membership_id', '=', 'membership.id'),
    )
    .where('location.id', 'is', null);
  if (only !== null) query = query.where('membership.organisation_id', '=', only);
  const rows = await query
    .select(['membership.organisation_id as organisationId', 'membership.id as id'])
    .orderBy('membership.organisation_id')
    .orderBy('membership.id')
    .execute();
  const places = loadPlaces({ dataDir });
  const unplaced: Unplaced[] = [];
  for (const organisationId of new Set(rows.map((row) => row.organisationId))) {
    const ids = rows.filter((row) => row.organisationId === organisationId).map(({ id }) => id);
    for (const some of inChunks(ids)) {
      const records = await readMemberRecords(store.members, organisationId, some);
      unplaced.push(...records.map((record) => toUnplaced(organisationId, record, places)));
    }
  }
  return unplaced;
}

function toUnplaced(organisationId: number, record: MemberRecord, places: Places): Unplaced {
  const { id, kind, membershipNumber: number } = record.membership;
  const { suburb, state, postcode, country } = record.person.address;
  const parts = kind === 'corporate' ? [suburb, state, postcode, country] : [];
  const address = parts.filter((part) => part !== '').join(', ');
  return { organisationId, id, kind, number, address, reason: reasonOf(record, places) };
}

function reasonOf({ person, membership }: MemberRecord, places: Places): string {
  const { address } = person;
  if (membership.kind === 'individual') {
    return "a person's own address is never shown on the map: give a location (LocationSuburb, or Lat and Lng)";
  }
  if (isMailbox(address.address ?? '')) {
    return 'the address is a post box: give LocationSuburb, or Lat and Lng';
  }
  if (address.suburb === '') return 'the address has no suburb: give Suburb, or Lat and Lng';
  if (address.country !== '' && findCountry(address.country) === null) {
    return 'the country is unknown: use its English name';
  }
  if (places.locate(address) === null) {
    return 'there is no known place with this name, state and postcode: correct it, give Lat and Lng, or run gazetteer add';
  }
  return 'the place is known: import again with --place';
}
