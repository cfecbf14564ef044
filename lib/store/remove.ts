import type { Kysely } from 'kysely';
import { upsertRows } from './upsert';
import type { CountedTable } from './member-index';
import type { MembersDatabase, StructureTable } from '@/lib/store/schema/members-schema';
import type { MemberRecord } from '@/lib/store/schema/records';
import { deleteLists } from './write-batch';

/** Removes at most 500 memberships with their own data. Records the IDs as used. */
export async function removeMembershipRows(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  records: readonly MemberRecord[],
): Promise<void> {
  const ids = records.map(({ membership }) => membership.id);
  const locationIds = records.flatMap(({ membership }) => membership.locations.map(({ id }) => id));
  await rememberIds(db, organisationId, 'membership', ids);
  await rememberIds(db, organisationId, 'location', locationIds);
  await deleteLists(db, organisationId, ids);
  await db
    .deleteFrom('membership_document')
    .where('organisation_id', '=', organisationId)
    .where('membership_id', 'in', ids)
    .execute();
  await db
    .deleteFrom('membership')
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', ids)
    .execute();
}

/** Removes at most 500 persons with their committee seats. The persons must have no membership. */
export async function removePersonRows(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  personIds: readonly number[],
): Promise<void> {
  await rememberIds(db, organisationId, 'person', personIds);
  await db
    .deleteFrom('committee_seat')
    .where('organisation_id', '=', organisationId)
    .where('person_id', 'in', personIds)
    .execute();
  await db
    .deleteFrom('person')
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', personIds)
    .execute();
}

/** Nothing may refer to the record. A type's links to extras are deleted too. */
export async function removeStructureRow(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  { table, id }: { table: StructureTable; id: number },
): Promise<void> {
  await rememberIds(db, organisationId, table, [id]);
  if (table === 'membership_type') {
    await db
      .deleteFrom('membership_type_extra')
      .where('organisation_id', '=', organisationId)
      .where('type_id', '=', id)
      .execute();
  }
  await db.deleteFrom(table).where('organisation_id', '=', organisationId).where('id', '=', id).execute();
}

/** Used IDs are never given again. */
export async function rememberIds(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  table: CountedTable,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const id = ids.reduce((highest, one) => Math.max(highest, one));
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
