import type { Store } from '@/lib/store/database';
import { readExtras } from '@/lib/store/structure';
import { inChunks } from '@/lib/store/sql/in-chunks';
import type { Tombstone } from '@/lib/store/tombstone';

/** The directory must no longer show these records. IDs are strings, as in the API. */
export interface ErasedFromDirectory {
  organisationId: number;
  membershipIds: ReadonlySet<string>;
  /** The options that each extra still has. An erasure may have removed an option that only the erased person had. */
  options: ReadonlyMap<string, readonly string[]>;
}

/** Reads the erased records of each organisation. Memberships that were imported again are left out. */
export async function readErasedFromDirectory(
  { members }: Pick<Store, 'members'>,
  tombstones: readonly Tombstone[],
): Promise<ErasedFromDirectory[]> {
  const found: ErasedFromDirectory[] = [];
  for (const organisationId of new Set(tombstones.map((one) => one.organisationId))) {
    const own = tombstones.filter((one) => one.organisationId === organisationId);
    const membershipIds = new Set(own.flatMap((one) => one.membershipIds));
    for (const id of await findStored(members, organisationId, [...membershipIds])) membershipIds.delete(id);
    const extras = await readExtras(members, organisationId);
    found.push({
      organisationId,
      membershipIds: new Set([...membershipIds].map(String)),
      options: new Map(extras.map(({ id, options }) => [String(id), options])),
    });
  }
  return found;
}

async function findStored(
  db: Store['members'],
  organisationId: number,
  membershipIds: readonly number[],
): Promise<number[]> {
  const found: number[] = [];
  for (const some of inChunks(membershipIds)) {
    const rows = await db
      .selectFrom('membership')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('id', 'in', some)
      .execute();
    found.push(...rows.map(({ id }) => id));
  }
  return found;
}
