import type { Kysely } from 'kysely';
import { personKinds } from '@/lib/store/record-kinds';
import { readAliases } from '@/lib/store/person-aliases';
import type { JournalKind, MembersDatabase } from '@/lib/store/schema/members-schema';

/** A membership's history: the membership, its person, and the person's committee seats, role and notes. */
export async function findMemberHistory(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  membershipId: number,
): Promise<{ kind: JournalKind; recordId: number }[]> {
  const row = await db
    .selectFrom('membership')
    .select('person_id')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', membershipId)
    .executeTakeFirst();
  const membership = { kind: 'membership' as const, recordId: membershipId };
  if (row === undefined) return [membership];
  const personIds = [row.person_id, ...(await readAliases(db, organisationId, [row.person_id]))];
  return [membership, ...personIds.flatMap((recordId) => personKinds.map((kind) => ({ kind, recordId })))];
}
