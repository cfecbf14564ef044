import type { Kysely } from 'kysely';
import type { MembersDatabase, MemberWordTable } from '@/lib/membership-schema/members-schema';
import { compileByIds } from '@/lib/sql/prepared-query';
import { upsertRows } from './upsert';

/** Writes the words of members in place of the earlier ones. @param replaced the members that may have earlier words */
export async function writeWords(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  { replaced, written }: { replaced: readonly number[]; written: readonly MemberWordTable[] },
): Promise<void> {
  await deleteWords(db, organisationId, replaced);
  await upsertRows(db, 'member_word', ['organisation_id', 'membership_id', 'word'], written);
}

/** Deletes the words of members. */
export const deleteWords = compileByIds((db: Kysely<MembersDatabase>, hasIds) =>
  db.deleteFrom('member_word').where(hasIds('membership_id')),
);
