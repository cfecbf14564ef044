import type { Kysely } from 'kysely';
import type { MembersDatabase } from '@/lib/membership-schema/members-schema';
import type { OfficeAccess } from './office-check';

/**
 * Whether the caller may see a person. An officer may, if the person has a membership and all of the person's
 * memberships are in the officer's chapters (docs/decisions.md, J23).
 */
export async function mayKnow(
  db: Kysely<MembersDatabase>,
  { organisationId, role, chapterIds }: OfficeAccess,
  personId: number,
): Promise<boolean> {
  if (role !== 'officer') return true;
  const held = await db
    .selectFrom('membership')
    .select('chapter_id')
    .where('organisation_id', '=', organisationId)
    .where('person_id', '=', personId)
    .execute();
  return (
    held.length > 0 && held.every((one) => one.chapter_id !== null && chapterIds.includes(one.chapter_id))
  );
}
