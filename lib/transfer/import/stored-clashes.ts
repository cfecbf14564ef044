import type { Kysely } from 'kysely';
import { inChunks } from '@/lib/store/sql/in-chunks';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';

/**
 * The records that will be written. `individuals` and `locations` map the ID of a person or location to the ID of its
 * membership.
 */
export interface Claims {
  individuals: ReadonlyMap<number, number>;
  locations: ReadonlyMap<number, number>;
  memberships: ReadonlySet<number>;
}

/**
 * `membershipId` is a membership that will be written. `storedMembershipId` is a stored membership that will not be
 * written. Both have the same location, or both are individual memberships of the same person. `id`: the ID of this
 * location or person.
 */
export interface StoredClash {
  kind: 'individual' | 'location';
  id: number;
  membershipId: number;
  storedMembershipId: number;
}

/** Returns the clashes in order of kind and ID. */
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
  for (const ids of inChunks(claimed(individuals))) {
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
  for (const ids of inChunks(claimed(locations))) {
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
