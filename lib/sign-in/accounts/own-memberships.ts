import type { Store } from '@/lib/store/database';

/** The IDs of the memberships, in their order. Includes companies that have the person as contact. */
export async function findOwnIds(
  store: Store,
  { organisationId, personId }: { organisationId: number; personId: number },
): Promise<number[]> {
  const rows = await store.members
    .selectFrom('membership')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('person_id', '=', personId)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}
