import { sql, type Kysely } from 'kysely';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { readMemberRecords } from './member-records';
import { toMemberWords } from '@/lib/store/words/member-words';
import { readStructure } from './structure';
import { writeWords } from './write-words';

const membersAtOnce = 500;

/** Computes the words of members that an earlier release wrote without words. */
export async function buildMissingWords(db: Kysely<MembersDatabase>): Promise<void> {
  const organisations = await db.selectFrom('organisation').select('id').orderBy('id').execute();
  for (const { id } of organisations) {
    // This query is outside a transaction, because on SQLite a transaction would wait for an import of another process.
    while ((await findMissing(db, id)).length > 0) {
      await db.transaction().execute((transaction) => buildSome(transaction, id));
    }
  }
}

async function findMissing(db: Kysely<MembersDatabase>, organisationId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('membership')
    .select('id')
    .where('organisation_id', '=', organisationId)
    // The query must contain a literal here. The partial index applies only because its condition has the same literal.
    .where('words_hash', '=', sql.lit(''))
    .orderBy('id')
    .limit(membersAtOnce)
    .execute();
  return rows.map(({ id }) => id);
}

async function buildSome(db: Kysely<MembersDatabase>, organisationId: number): Promise<void> {
  const structure = await readStructure(db, organisationId);
  const ids = await findMissing(db, organisationId);
  if (structure === null || ids.length === 0) return;
  const members = await readMemberRecords(db, organisationId, ids);
  const built = members.map((record) => ({
    membershipId: record.membership.id,
    words: toMemberWords(record, structure),
  }));
  await writeWords(db, organisationId, { replaced: ids, written: built });
  for (const { membershipId, words } of built) {
    await db
      .updateTable('membership')
      .set({ words_hash: words.hash })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', membershipId)
      .execute();
  }
}
