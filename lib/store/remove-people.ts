import type { Kysely } from 'kysely';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { belongs } from './belongs';

/**
 * The IDs of people without a membership, a role, or a present or future committee seat. The order is ascending.
 * @param today the organisation's ISO date
 */
export async function readRemovedPeople(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  today: string,
): Promise<number[]> {
  const rows = await db
    .selectFrom('person')
    .select('person.id')
    .where('person.organisation_id', '=', organisationId)
    .where((is) => is.not(belongs(is, today)))
    .orderBy('person.id')
    .execute();
  return rows.map(({ id }) => id);
}
