import { sql, type Kysely } from 'kysely';
import type { MembersDatabase, StructureTable } from '@/lib/store/schema/members-schema';
import type { Structure } from '@/lib/store/schema/records';

/** Members refer to records of these kinds. An operator may remove such records. */
export const removableItems = ['type', 'category', 'chapter', 'addon'] as const;
export type RemovableItem = (typeof removableItems)[number];
/** In the office, an extra can be removed together with its answers. */
export type UsedItem = RemovableItem | 'extra';

type Db = Kysely<MembersDatabase>;

export const itemTables = {
  type: 'membership_type',
  category: 'category',
  chapter: 'chapter',
  addon: 'addon',
  extra: 'extra',
} as const satisfies Record<UsedItem, StructureTable>;

/** The keys are IDs. */
export function itemsOf(
  structure: Structure,
  item: RemovableItem,
): Map<number, { id: number; name: string }> {
  const { types, categories, chapters, addons } = structure;
  return { type: types, category: categories, chapter: chapters, addon: addons }[item];
}

/** The IDs of the memberships, in ascending order. */
export async function readMembershipsWith(
  db: Db,
  organisationId: number,
  { item, id }: { item: UsedItem; id: number },
): Promise<number[]> {
  if (item === 'type' || item === 'chapter') {
    const rows = await db
      .selectFrom('membership')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where(item === 'type' ? 'type_id' : 'chapter_id', '=', id)
      .orderBy('id')
      .execute();
    return rows.map((row) => row.id);
  }
  const of = { category: 'membership_category', addon: 'membership_addon', extra: 'answer' } as const;
  const rows = await db
    .selectFrom(of[item])
    .select('membership_id')
    .distinct()
    .where('organisation_id', '=', organisationId)
    .where(sql.ref(`${item}_id`), '=', id)
    .orderBy('membership_id')
    .execute();
  return rows.map((row) => row.membership_id);
}

export async function readSeatHolders(db: Db, organisationId: number, chapterId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('committee_seat')
    .select('person_id')
    .distinct()
    .where('organisation_id', '=', organisationId)
    .where('chapter_id', '=', chapterId)
    .orderBy('person_id')
    .execute();
  return rows.map((row) => row.person_id);
}
