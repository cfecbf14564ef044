import type { Kysely } from 'kysely';
import type { MembersDatabase } from './members-schema';
import { upsertRows } from './upsert';

/** When a site was last read for an organisation, by the site's clock. null: never. */
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

/** Records that a site was read and all of its data is stored. Changes nothing visible. */
export async function putReading(
  db: Kysely<MembersDatabase>,
  { organisationId, source, readAt }: { organisationId: number; source: string; readAt: Date },
): Promise<void> {
  const row = { organisation_id: organisationId, source, read_at: readAt.getTime() };
  await upsertRows(db, 'import_source', ['organisation_id', 'source'], [row]);
}
