import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely';
import type { MembersDatabase } from './members-schema';

/** Changed records that memberships embed or depend on. */
export interface ChangedReferences {
  /** The organisation's currency or address templates. */
  isOrganisation: boolean;
  typeIds: Set<number>;
  chapterIds: Set<number>;
  addonIds: Set<number>;
  extraIds: Set<number>;
  personIds: Set<number>;
  parentIds: Set<number>;
}

type Condition = (eb: ExpressionBuilder<MembersDatabase, 'membership'>, ids: number[]) => Expression<SqlBool>;

const conditions: Record<Exclude<keyof ChangedReferences, 'isOrganisation'>, Condition> = {
  typeIds: (eb, ids) => eb('type_id', 'in', ids),
  chapterIds: (eb, ids) => eb('chapter_id', 'in', ids),
  personIds: (eb, ids) => eb('person_id', 'in', ids),
  parentIds: (eb, ids) => eb('parent_id', 'in', ids),
  addonIds: (eb, ids) =>
    eb(
      'id',
      'in',
      eb
        .selectFrom('membership_addon')
        .select('membership_id')
        .whereRef('membership_addon.organisation_id', '=', 'membership.organisation_id')
        .where('addon_id', 'in', ids),
    ),
  extraIds: (eb, ids) =>
    eb(
      'id',
      'in',
      eb
        .selectFrom('answer')
        .select('membership_id')
        .whereRef('answer.organisation_id', '=', 'membership.organisation_id')
        .where('extra_id', 'in', ids),
    ),
};

/** The memberships that embed or depend on the changes, in order of ID. */
export async function findAffected(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  changed: Partial<ChangedReferences>,
): Promise<number[]> {
  const memberships = db.selectFrom('membership').select('id').where('organisation_id', '=', organisationId);
  if (changed.isOrganisation) return (await memberships.orderBy('id').execute()).map((row) => row.id);
  const found = new Set<number>();
  for (const [name, condition] of Object.entries(conditions)) {
    // The keys of `conditions` are those of ChangedReferences that hold sets.
    const ids = [...(changed[name as keyof typeof conditions] ?? [])];
    for (let start = 0; start < ids.length; start += 500) {
      const chunk = ids.slice(start, start + 500);
      for (const row of await memberships.where((eb) => condition(eb, chunk)).execute()) found.add(row.id);
    }
  }
  return [...found].sort((a, b) => a - b);
}
