/** Finds members by the beginnings of the words in their fields, including private fields. */
import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import type { Day } from '@/lib/store/day';
import { isPostgres } from '@/lib/store/sql/prepared-query';
import { allOf } from './members-conditions';
import type { SoughtWord } from './office-conditions';

type Db = Kysely<MembersDatabase>;
type Condition = RawBuilder<SqlBool>;

/** Up to this many members are found first, and then sorted. */
export const fewMatches = 2000;

interface Limits {
  few: number;
  /** Rows are counted up to this number, to find the word that the fewest members have. */
  counted: number;
}
const defaultLimits: Limits = { few: fewMatches, counted: 20_000 };

interface WordsRequest {
  sought: readonly SoughtWord[];
  day: Day;
  limits?: Limits;
}

export interface FoundWords {
  /** The members who have the rarest word, or all words together. null: these are more than a few members. */
  ids: number[] | null;
  words: Condition[];
  /** At least this many members have all words. 0: unknown. */
  atLeast: number;
}

/**
 * If a word is rare, the members who have it are looked up first (`ids`). Common words are compared while the members
 * are read in order, and a page is soon full.
 */
export async function findWords(
  db: Db,
  { sought, day, limits = defaultLimits }: WordsRequest,
): Promise<FoundWords> {
  const looked: { word: SoughtWord; ids: ReadonlySet<number>; isRare: boolean }[] = [];
  for (const word of sought) looked.push({ word, ...(await findFew(db, word, { day, limits })) });
  const [rarest] = looked.filter(({ isRare }) => isRare).sort((a, b) => a.ids.size - b.ids.size);
  const has = (word: SoughtWord): Condition => sql`exists (select 1 from member_word w
    where w.organisation_id = ${day.organisationId} and w.membership_id = m.id and ${beginsWith(word)})`;
  if (rarest !== undefined) {
    const others = sought.filter((word) => word !== rarest.word);
    return { ids: [...rarest.ids], words: others.map(has), atLeast: 0 };
  }
  if (sought.length <= 1) return { ids: null, words: sought.map(has), atLeast: looked[0]?.ids.size ?? 0 };
  const { ids, isRare } = await findTogether(db, { sought, day, limits });
  if (isRare) return { ids: [...ids], words: [], atLeast: 0 };
  return { ids: null, words: sought.map(has), atLeast: ids.size };
}

/** `isRare`: `ids` has all members with the word. Otherwise there are more. */
interface Few {
  ids: ReadonlySet<number>;
  isRare: boolean;
}

async function findFew(
  db: Db,
  word: SoughtWord,
  { day, limits: { few } }: { day: Day; limits: Limits },
): Promise<Few> {
  const { rows } = await sql<{ membership_id: number }>`select w.membership_id from member_word w
    where w.organisation_id = ${day.organisationId} and ${beginsWith(word)}
    limit ${few + 1}`.execute(db);
  return toFew(rows, few);
}

function toFew(rows: readonly { membership_id: number }[], few: number): Few {
  return { ids: new Set(rows.map((row) => row.membership_id)), isRare: rows.length <= few };
}

/** Members who have all of these words, when many members have each word. */
async function findTogether(
  db: Db,
  { sought, day, limits }: { sought: readonly SoughtWord[]; day: Day; limits: Limits },
): Promise<Few> {
  const of = day.organisationId;
  const counted: { word: SoughtWord; count: number }[] = [];
  for (const word of sought) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from (select 1 from member_word w
      where w.organisation_id = ${of} and ${beginsWith(word)} limit ${limits.counted}) c`.execute(db);
    counted.push({ word, count: Number(rows[0]?.count ?? 0) });
  }
  const sorted = counted.sort((a, b) => a.count - b.count);
  const withWord = ({ word }: { word: SoughtWord }) => sql`select w.membership_id from member_word w
    where w.organisation_id = ${of} and ${beginsWith(word)}`;
  // PostgreSQL compares long lists in half the time that it needs to look up each member. SQLite does not.
  const isLong = isPostgres(db) && sorted.every(({ count }) => count === limits.counted);
  const [first, ...others] = sorted;
  if (first === undefined) return { ids: new Set(), isRare: false };
  const has = others.map(
    ({ word }): Condition => sql`exists (select 1 from member_word o where o.organisation_id = ${of}
      and o.membership_id = w.membership_id and ${beginsWith(word, 'o')})`,
  );
  const found = isLong
    ? sql.join(sorted.map(withWord), sql` intersect `)
    : sql`${withWord(first)} and ${allOf(has)}`;
  const { rows } = await sql<{ membership_id: number }>`${found} limit ${limits.few + 1}`.execute(db);
  return toFew(rows, limits.few);
}

/** Both engines compare the words byte by byte, and U+10FFFF is higher than any letter. */
function beginsWith({ word, kinds }: SoughtWord, table: 'w' | 'o' = 'w'): Condition {
  const of = sql.raw(table);
  const seen = kinds === null ? sql`` : sql` and ${of}.kinds & ${sql.lit(kinds)} <> 0`;
  return sql`${of}.word >= ${word} and ${of}.word <= ${`${word}\u{10FFFF}`}${seen}`;
}
