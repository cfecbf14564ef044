/** Finds members by the beginnings of the words in their fields, including private fields. */
import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { MembersDatabase } from '@/lib/membership-schema/members-schema';
import type { Day } from '@/lib/membership-store/day';
import { allOf } from './members-conditions';

type Db = Kysely<MembersDatabase>;
type Condition = RawBuilder<SqlBool>;

/** Up to this many members are found first, and then sorted. */
export const fewMatches = 2000;

/**
 * If a word is rare, the members who have it are looked up first (`ids`). Common words are compared while the members
 * are read in order, and a page is soon full.
 */
export async function findWords(
  db: Db,
  { sought, day, isReader }: { sought: readonly string[]; day: Day; isReader: boolean },
): Promise<{ ids: number[] | null; words: Condition[] }> {
  const few: { word: string; ids: ReadonlySet<number> }[] = [];
  for (const word of sought) {
    const ids = await findFew(db, { word, day, isReader });
    if (ids !== null) few.push({ word, ids });
  }
  const rarest = few.sort((a, b) => a.ids.size - b.ids.size)[0] ?? null;
  if (rarest === null && sought.length > 1) {
    const ids = await findTogether(db, { words: sought, day, isReader });
    if (ids !== null) return { ids, words: [] };
  }
  const words = sought
    .filter((word) => word !== rarest?.word)
    .map(
      (word): Condition => sql`exists (select 1 from member_word w
        where w.organisation_id = ${day.organisationId} and w.membership_id = m.id
        and ${beginsWith(word, isReader)})`,
    );
  return { ids: rarest === null ? null : [...rarest.ids], words };
}

/** The members who have a word with this beginning. null: too many members have one. */
async function findFew(
  db: Db,
  { word, day, isReader }: { word: string; day: Day; isReader: boolean },
): Promise<Set<number> | null> {
  const { rows } = await sql<{ membership_id: number }>`select w.membership_id from member_word w
    where w.organisation_id = ${day.organisationId} and ${beginsWith(word, isReader)}
    limit ${fewMatches + 1}`.execute(db);
  return rows.length > fewMatches ? null : new Set(rows.map((row) => row.membership_id));
}

/** The word that the fewest members have is read first. More rows than this are not counted. */
const countedRows = 40_000;

/** The members who have all of these words, each of which many members have. null: too many members have them all. */
async function findTogether(
  db: Db,
  { words, day, isReader }: { words: readonly string[]; day: Day; isReader: boolean },
): Promise<number[] | null> {
  const of = day.organisationId;
  const counted: { word: string; count: number }[] = [];
  for (const word of words) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from (select 1 from member_word w
      where w.organisation_id = ${of} and ${beginsWith(word, isReader)} limit ${countedRows}) c`.execute(db);
    counted.push({ word, count: Number(rows[0]?.count ?? 0) });
  }
  const [first, ...others] = counted.sort((a, b) => a.count - b.count).map(({ word }) => word);
  if (first === undefined) return null;
  const has = others.map(
    (word): Condition => sql`exists (select 1 from member_word o where o.organisation_id = ${of}
      and o.membership_id = w.membership_id and ${beginsWith(word, isReader, 'o')})`,
  );
  const { rows } = await sql<{ membership_id: number }>`select w.membership_id from member_word w
    where w.organisation_id = ${of} and ${beginsWith(first, isReader)} and ${allOf(has)}
    limit ${fewMatches + 1}`.execute(db);
  return rows.length > fewMatches ? null : [...new Set(rows.map((row) => row.membership_id))];
}

/** Both engines compare the words byte by byte, and no letter is higher than this last character. */
function beginsWith(word: string, isReader: boolean, table: 'w' | 'o' = 'w'): Condition {
  const of = sql.raw(table);
  const seen = isReader ? sql` and ${of}.is_private = 0` : sql``;
  return sql`${of}.word >= ${word} and ${of}.word <= ${`${word}\u{10FFFF}`}${seen}`;
}
