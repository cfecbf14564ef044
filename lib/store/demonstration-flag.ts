import type { Kysely } from 'kysely';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';

export async function isDemonstration(db: Kysely<MembersDatabase>, organisationId: number): Promise<boolean> {
  const row = await db
    .selectFrom('organisation')
    .select('is_demonstration')
    .where('id', '=', organisationId)
    .executeTakeFirst();
  return row?.is_demonstration === 1;
}
