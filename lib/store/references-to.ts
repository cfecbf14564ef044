import { sql, type Kysely } from 'kysely';
import type { MembersDatabase, StructureTable } from '@/lib/store/schema/members-schema';
import { plural } from '@/lib/base/plural';

/** A record cannot be removed because others refer to it. */
export class InUseError extends Error {
  override name = 'InUseError';
  /** @param uses such as "3 memberships and 1 committee seat" */
  constructor(
    message: string,
    readonly uses: string,
  ) {
    super(message);
  }
}

/** @throws InUseError that says how many memberships, types, committee seats or officers use the record */
export async function requireUnused(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  { table, id }: { table: StructureTable; id: number },
): Promise<void> {
  const uses: string[] = [];
  for (const { from, column, what, counted } of references[table]) {
    const row = await db
      .selectFrom(from)
      .select(
        sql<number>`count(${counted === undefined ? sql`*` : sql`distinct ${sql.ref(counted)}`})`.as('count'),
      )
      .where('organisation_id', '=', organisationId)
      // The casts are safe: each table in `references` has the column that is listed with it.
      .where(column as never, '=', id as never)
      .executeTakeFirst();
    const count = Number(row?.count ?? 0);
    if (count > 0) uses.push(plural(count, what));
  }
  if (uses.length === 0) return;
  const all = uses.join(' and ');
  throw new InUseError(`The ${table.replace('_', ' ')} ${id} cannot be removed: ${all} refer to it`, all);
}

export async function findHolders(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  personIds: readonly number[],
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('membership')
    .select('person_id')
    .distinct()
    .where('organisation_id', '=', organisationId)
    .where('person_id', 'in', personIds)
    .execute();
  return new Set(rows.map((row) => row.person_id));
}

interface Reference {
  from:
    | 'membership'
    | 'membership_category'
    | 'membership_addon'
    | 'answer'
    | 'membership_type_extra'
    | 'committee_seat'
    | 'role_chapter';
  column: string;
  what: string;
  /** A membership may have the same addon twice, so the distinct values of this column are counted. */
  counted?: 'membership_id';
}

const references: Record<StructureTable, readonly Reference[]> = {
  membership_type: [{ from: 'membership', column: 'type_id', what: 'membership' }],
  category: [{ from: 'membership_category', column: 'category_id', what: 'membership' }],
  chapter: [
    { from: 'membership', column: 'chapter_id', what: 'membership' },
    { from: 'committee_seat', column: 'chapter_id', what: 'committee seat' },
    { from: 'role_chapter', column: 'chapter_id', what: 'officer' },
  ],
  addon: [{ from: 'membership_addon', column: 'addon_id', what: 'membership', counted: 'membership_id' }],
  extra: [
    { from: 'answer', column: 'extra_id', what: 'answer' },
    { from: 'membership_type_extra', column: 'extra_id', what: 'membership type' },
  ],
};
