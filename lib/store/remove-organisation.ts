import { sql, type Kysely, type QueryExecutorProvider } from 'kysely';
import type { Store } from './database';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';

/**
 * Removes all data of an organisation. Accounts come first: if an organisation with this ID is created again, a
 * remaining account could belong to another person with the same ID.
 */
export async function removeOrganisation(store: Store, organisationId: number): Promise<void> {
  await removeRows(store.auth, organisationId);
  await store.members.transaction().execute(async (db) => {
    await removeRows(db, organisationId);
    await db.deleteFrom('organisation').where('id', '=', organisationId).execute();
  });
}

/** Also removes rows from tables that later releases add. */
export async function removeRows(
  db: Pick<Kysely<MembersDatabase>, 'introspection'> & QueryExecutorProvider,
  organisationId: number,
): Promise<void> {
  for (const { name, columns } of await db.introspection.getTables()) {
    if (!columns.some((column) => column.name === 'organisation_id')) continue;
    await sql`delete from ${sql.table(name)} where organisation_id = ${organisationId}`.execute(db);
  }
}
