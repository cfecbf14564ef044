/** What is stored of an organisation beside its settings. */
import type { Kysely } from 'kysely';
import { isDemonstration } from './demonstration-flag';
import type { MembersDatabase } from './members-schema';
import { upsertRows } from './upsert';

export interface OrganisationMarks {
  /** The organisation's. */
  id: number;
  /** Whether its members are invented. */
  isDemonstration: boolean;
  /** By site: the time of the last complete reading, by the site's clock. null: it was not read. */
  readAt: Record<string, string | null>;
}

export async function readMarks(
  db: Kysely<MembersDatabase>,
  organisationId: number,
): Promise<OrganisationMarks> {
  const rows = await db
    .selectFrom('import_source')
    .select(['source', 'read_at'])
    .where('organisation_id', '=', organisationId)
    .execute();
  return {
    id: organisationId,
    isDemonstration: await isDemonstration(db, organisationId),
    readAt: Object.fromEntries(rows.map((row) => [row.source, new Date(row.read_at).toISOString()])),
  };
}

export async function writeMarks(
  db: Kysely<MembersDatabase>,
  { id: organisation_id, isDemonstration, readAt }: OrganisationMarks,
): Promise<void> {
  await db
    .updateTable('organisation')
    .set({ is_demonstration: isDemonstration ? 1 : 0 })
    .where('id', '=', organisation_id)
    .execute();
  await db.deleteFrom('import_source').where('organisation_id', '=', organisation_id).execute();
  const rows = Object.entries(readAt).flatMap(([source, at]) =>
    at === null ? [] : [{ organisation_id, source, read_at: Date.parse(at) }],
  );
  await upsertRows(db, 'import_source', ['organisation_id', 'source'], rows);
}
