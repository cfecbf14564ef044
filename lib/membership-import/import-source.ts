import type { Kysely } from 'kysely';
import type { MembersDatabase } from '@/lib/membership-schema/members-schema';

/** When a site was last read for an organisation, by the site's clock. null if it was never read. */
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
