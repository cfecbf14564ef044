import type { Kysely } from 'kysely';
import { inChunks } from '@/lib/store/sql/in-chunks';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { compileByIds, compileOnce } from '@/lib/store/sql/prepared-query';

/** The records that have changed and that affect memberships. A membership contains such a record or depends on it. */
export interface ChangedReferences {
  /** The organisation's currency or address templates have changed. */
  isOrganisation: boolean;
  typeIds: Set<number>;
  chapterIds: Set<number>;
  addonIds: Set<number>;
  extraIds: Set<number>;
  personIds: Set<number>;
  parentIds: Set<number>;
}

type Db = Kysely<MembersDatabase>;
type ChangedIds = Exclude<keyof ChangedReferences, 'isOrganisation'>;

const readAll = compileOnce((db: Db) =>
  db.selectFrom('membership').select('id').where('organisation_id', '=', 0),
);
const readByColumn = (column: string) =>
  compileByIds((db: Db, hasIds) => db.selectFrom('membership').select('id').where(hasIds(column)));

const readers = {
  typeIds: readByColumn('type_id'),
  chapterIds: readByColumn('chapter_id'),
  personIds: readByColumn('person_id'),
  parentIds: readByColumn('parent_id'),
  addonIds: compileByIds((db: Db, hasIds) =>
    db.selectFrom('membership_addon').select('membership_id as id').where(hasIds('addon_id')),
  ),
  extraIds: compileByIds((db: Db, hasIds) =>
    db.selectFrom('answer').select('membership_id as id').where(hasIds('extra_id')),
  ),
} satisfies Record<ChangedIds, unknown>;

export async function findAffected(
  db: Db,
  organisationId: number,
  changed: Partial<ChangedReferences>,
): Promise<number[]> {
  const found = new Set<number>();
  if (changed.isOrganisation) for (const { id } of await readAll(db, [organisationId])) found.add(id);
  else {
    for (const [name, read] of Object.entries(readers)) {
      // The cast is safe: `readers` has exactly the fields of ChangedReferences that contain sets.
      const ids = [...(changed[name as ChangedIds] ?? [])];
      for (const some of inChunks(ids)) {
        for (const { id } of await read(db, organisationId, some)) found.add(id);
      }
    }
  }
  return [...found].sort((a, b) => a - b);
}
