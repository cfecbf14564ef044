import type { Kysely } from 'kysely';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { inChunks } from '@/lib/store/sql/in-chunks';

/**
 * Memberships and their persons, by membership ID or by person ID. The memberships of one person are in order of ID.
 */
export async function readHolders(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  { column, ids }: { column: 'id' | 'person_id'; ids: readonly number[] },
): Promise<{ id: number; person_id: number }[]> {
  const found: { id: number; person_id: number }[] = [];
  for (const some of inChunks([...new Set(ids)])) {
    const rows = await db
      .selectFrom('membership')
      .select(['id', 'person_id'])
      .where('organisation_id', '=', organisationId)
      .where(column, 'in', some)
      // The rows are ordered by `column` first. If another column came first, SQLite would read all memberships.
      .orderBy(column)
      .orderBy('id')
      .execute();
    found.push(...rows);
  }
  return found;
}
