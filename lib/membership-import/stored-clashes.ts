import type { Kysely } from 'kysely';
import { inParts } from '@/lib/sql/in-parts';
import type { MembersDatabase } from '@/lib/membership-schema/members-schema';

/** The persons and locations of the records that will be written. The values are the IDs of their memberships. */
export interface Claims {
  /** For each person: the individual membership. */
  individuals: ReadonlyMap<number, number>;
  /** For each location: its membership. */
  locations: ReadonlyMap<number, number>;
  /** All memberships that will be written. */
  memberships: ReadonlySet<number>;
}

/**
 * A person or location that a new record has, but that belongs to a stored membership. The stored membership will not
 * be written.
 */
export interface StoredClash {
  kind: 'individual' | 'location';
  /** The person's or the location's ID. */
  id: number;
  membershipId: number;
  storedMembershipId: number;
}

/** The clashes are in order of kind and ID. */
export async function findStoredClashes(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  { individuals, locations, memberships }: Claims,
): Promise<StoredClash[]> {
  const clashes: StoredClash[] = [];
  const note = (
    kind: StoredClash['kind'],
    claims: ReadonlyMap<number, number>,
    id: number,
    stored: number,
  ) => {
    const membershipId = claims.get(id);
    if (membershipId !== undefined && membershipId !== stored && !memberships.has(stored))
      clashes.push({ kind, id, membershipId, storedMembershipId: stored });
  };
  for (const ids of inParts(claimed(individuals))) {
    const rows = await db
      .selectFrom('membership')
      .select(['person_id', 'id'])
      .where('organisation_id', '=', organisationId)
      .where('person_id', 'in', ids)
      .where('kind', '=', 'individual')
      .orderBy('person_id')
      .orderBy('id')
      .execute();
    for (const { person_id, id } of rows) note('individual', individuals, person_id, id);
  }
  for (const ids of inParts(claimed(locations))) {
    const rows = await db
      .selectFrom('location')
      .select(['id', 'membership_id'])
      .where('organisation_id', '=', organisationId)
      .where('id', 'in', ids)
      .orderBy('id')
      .execute();
    for (const { id, membership_id } of rows) note('location', locations, id, membership_id);
  }
  return clashes;
}

function claimed(claims: ReadonlyMap<number, number>): number[] {
  return [...claims.keys()].sort((a, b) => a - b);
}
