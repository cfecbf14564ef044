import type { Kysely } from 'kysely';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { inChunks } from '@/lib/store/sql/in-chunks';

export async function readPersonNames(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  personIds: Iterable<number>,
): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  for (const some of inChunks([...new Set(personIds)])) {
    const rows = await db
      .selectFrom('person')
      .select(['id', 'first_name', 'last_name', 'organisation'])
      .where('organisation_id', '=', organisationId)
      .where('id', 'in', some)
      .execute();
    for (const { id, first_name, last_name, organisation } of rows)
      names.set(id, `${first_name} ${last_name}`.trim() || organisation);
  }
  return names;
}
