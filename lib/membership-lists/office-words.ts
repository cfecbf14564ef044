/** Finds members by the beginnings of the words in their fields, including private fields. */
import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { MembersDatabase } from '@/lib/membership-schema/members-schema';
import type { Day } from '@/lib/membership-store/day';
import { allOf } from './members-conditions';
import type { SoughtWord } from './office-conditions';

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
  { sought, day }: { sought: readonly SoughtWord[]; day: Day },
): Promise<{ ids: number[] | null; words: Condition[] }> {
  const few: { word: SoughtWord; ids: ReadonlySet<number> }[] = [];
  for (const word of sought) {
    const ids = await findFew(db, word, day);
    if (ids !== null) few.push({ word, ids });
  }
  const rarest = few.sort((a, b) => a.ids.size - b.ids.size)[0] ?? null;
  if (rarest === null && sought.length > 1) {
    const ids = await findTogether(db, sought, day);
    if (ids !== null) return { ids, words: [] };
  }
  const words = sought
    .filter((word) => word !== rarest?.word)
    .map(
      (word): Condition => sql`exists (select 1 from member_word w
        where w.organisation_id = ${day.organisationId} and w.membership_id = m.id
        and ${beginsWith(word)})`,
    );
  return { ids: rarest === null ? null : [...rarest.ids], words };
}

/** The members who have a word with this beginning; null: more than a few have one. */
async function findFew(db: Db, word: SoughtWord, day: Day): Promise<Set<number> | null> {
  const { rows } = await sql<{ membership_id: number }>`select w.membership_id from member_word w
    where w.organisation_id = ${day.organisationId} and ${beginsWith(word)}
    limit ${fewMatches + 1}`.execute(db);
  return rows.length > fewMatches ? null : new Set(rows.map((row) => row.membership_id));
}

/** The word that the fewest members have is read first. More rows than this are not counted. */
const countedRows = 40_000;

/** The members who have all of these words, when many members have each word; null: more than a few have them. */
async function findTogether(db: Db, words: readonly SoughtWord[], day: Day): Promise<number[] | null> {
  const of = day.organisationId;
  const counted: { word: SoughtWord; count: number }[] = [];
  for (const word of words) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from (select 1 from member_word w
      where w.organisation_id = ${of} and ${beginsWith(word)} limit ${countedRows}) c`.execute(db);
    counted.push({ word, count: Number(rows[0]?.count ?? 0) });
  }
  const [first, ...others] = counted.sort((a, b) => a.count - b.count).map(({ word }) => word);
  if (first === undefined) return null;
  const has = others.map(
    (word): Condition => sql`exists (select 1 from member_word o where o.organisation_id = ${of}
      and o.membership_id = w.membership_id and ${beginsWith(word, 'o')})`,
  );
  const { rows } = await sql<{ membership_id: number }>`select w.membership_id from member_word w
    where w.organisation_id = ${of} and ${beginsWith(first)} and ${allOf(has)}
    limit ${fewMatches + 1}`.execute(db);
  return rows.length > fewMatches ? null : [...new Set(rows.map((row) => row.membership_id))];
}

/** Both engines compare the words byte by byte, and no letter is higher than the last one. */
function beginsWith({ word, kinds }: SoughtWord, table: 'w' | 'o' = 'w'): Condition {
  const of = sql.raw(table);
  const seen = kinds === null ? sql`` : sql` and ${of}.kinds & ${sql.lit(kinds)} <> 0`;
  return sql`${of}.word >= ${word} and ${of}.word <= ${`${word}\u{10FFFF}`}${seen}`;
}
