import type { Context } from 'hono';
import type { Kysely } from 'kysely';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { inChunks } from '@/lib/store/sql/in-chunks';
import { noSuchMembership } from '@/lib/changes/refusals';
import { membershipOf } from '@/lib/changes/routes/read-record';
import type { OfficeAccess, OfficeServices } from './office-check';

/**
 * An officer may see a person who has a membership, if all memberships of the person are in the officer's chapters
 * (docs/decisions.md, J23).
 */
export async function mayKnow(
  db: Kysely<MembersDatabase>,
  access: OfficeAccess,
  personId: number,
): Promise<boolean> {
  return (await findKnown(db, access, [personId])).has(personId);
}

/** @throws ApiError 404 if there is no such membership, or the caller may not see it */
export async function requirePersonOf(
  { store }: OfficeServices,
  access: OfficeAccess,
  membershipId: number | null,
): Promise<number> {
  if (membershipId === null) throw noSuchMembership();
  const row = await store.members
    .selectFrom('membership')
    .select('person_id')
    .where('organisation_id', '=', access.organisationId)
    .where('id', '=', membershipId)
    .executeTakeFirst();
  if (row === undefined || !(await mayKnow(store.members, access, row.person_id))) throw noSuchMembership();
  return row.person_id;
}

export async function findKnown(
  db: Kysely<MembersDatabase>,
  { organisationId, role, chapterIds }: OfficeAccess,
  personIds: readonly number[],
): Promise<Set<number>> {
  if (role !== 'officer') return new Set(personIds);
  const known = new Set<number>();
  for (const some of inChunks(personIds)) {
    const held = await db
      .selectFrom('membership')
      .select(['person_id', 'chapter_id'])
      .where('organisation_id', '=', organisationId)
      .where('person_id', 'in', some)
      .execute();
    for (const { person_id } of held) known.add(person_id);
    for (const { person_id, chapter_id } of held)
      if (chapter_id === null || !chapterIds.includes(chapter_id)) known.delete(person_id);
  }
  return known;
}

/** The ID of the membership in the path. @throws ApiError 404 if the caller may not know the member */
export async function requireMembership(
  context: Context,
  services: OfficeServices,
  access: OfficeAccess,
): Promise<number> {
  const id = membershipOf(context);
  await requirePersonOf(services, access, id);
  if (id === null) throw noSuchMembership();
  return id;
}
