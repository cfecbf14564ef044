import type { Kysely } from 'kysely';
import type { JournalKind, MembersDatabase } from '@/lib/membership-store/members-schema';

/** The records whose changes form a membership's history: itself, its person, and the person's committee seats. */
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
  return [
    membership,
    { kind: 'person', recordId: row.person_id },
    { kind: 'committee', recordId: row.person_id },
  ];
}
