import type { Kysely } from 'kysely';
import type { MembersDatabase } from '@/lib/membership-schema/members-schema';

/**
 * Finds when the site was last read. The time comes from the site's clock, if the site sends the time. null: the site
 * was never read.
 */
export async function findLastReading(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  source: string,
): Promise<Date | null> {
  const row = await db
    .selectFrom('import_source')
    .select('read_at')
    .where('organisation_id', '=', organisationId)
    .where('source', '=', source)
    .executeTakeFirst();
  return row === undefined ? null : new Date(row.read_at);
}
