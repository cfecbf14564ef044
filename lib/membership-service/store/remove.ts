import type { Kysely } from 'kysely';
import { upsertRows } from './upsert';
import type { MembersDatabase } from './members-schema';
import { deleteLists } from './write-batch';

/** Deletes a membership with all that is its own, and remembers its IDs as used. False: there is none. */
export async function removeMembershipRows(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  membershipId: number,
): Promise<boolean> {
  const removed = await db
    .deleteFrom('membership')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', membershipId)
    .executeTakeFirst();
  if (removed.numDeletedRows === 0n) return false;
  await rememberId(db, organisationId, 'membership', membershipId);
  const locations = await db
    .selectFrom('location')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('membership_id', '=', membershipId)
    .execute();
  for (const { id } of locations) await rememberId(db, organisationId, 'location', id);
  await deleteLists(db, organisationId, [membershipId]);
  await db
    .deleteFrom('membership_document')
    .where('organisation_id', '=', organisationId)
    .where('membership_id', '=', membershipId)
    .execute();
  return true;
}

async function rememberId(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  table: 'membership' | 'location',
  id: number,
): Promise<void> {
  const known = await db
    .selectFrom('last_id')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('table_name', '=', table)
    .executeTakeFirst();
  if (known !== undefined && known.id >= id) return;
  const row = { organisation_id: organisationId, table_name: table, id };
  await upsertRows(db, 'last_id', ['organisation_id', 'table_name'], [row]);
}
