/** The members as the office lists them: searched, filtered, sorted, a page at a time. */
import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { OfficeMembersFilter, OfficeSort } from '@/lib/membership-api/office-members';
import type { FinancialStatus } from '@/lib/membership-api/words';
import type { MembersDatabase } from '@/lib/membership-schema/members-schema';
import type { Day } from '@/lib/membership-store/day';
import { wholeKey } from '@/lib/membership-store/member-rows';
import { toSoughtWords } from '@/lib/membership-store/member-words';
import { statusOn } from '@/lib/membership-store/status';
import { compileByIds, isPostgres } from '@/lib/sql/prepared-query';

type Db = Kysely<MembersDatabase>;
type Condition = RawBuilder<SqlBool>;

export interface OfficeListRequest {
  day: Day;
  /** The chapters of an officer. null: the caller sees everybody. */
  chapterIds: readonly number[] | null;
  /** Whether only words of fields that readers see are searched. */
  isReader: boolean;
  filter: OfficeMembersFilter;
  sort: OfficeSort;
  size: number;
  after: ListPosition | null;
}

/** Where a page begins: after the member with this value of the sorted column and this ID. */
export interface ListPosition {
  value: string | number;
  id: number;
}

export interface OfficeListRow {
  id: number;
  kind: 'individual' | 'corporate';
  membershipNumber: string;
  firstName: string;
  lastName: string;
  organisation: string;
  email: string;
  suburb: string;
  state: string;
  typeId: number;
  chapterId: number | null;
  status: FinancialStatus;
  isApproved: boolean;
  expiryDate: string | null;
  joiningDate: string | null;
}

export interface OfficeList {
  rows: OfficeListRow[];
  /** null: there are no more. */
  next: ListPosition | null;
  /** At most `maxCount` + 1. */
  count: number;
}

/** Counting more would take longer than finding the page. */
export const maxCount = 1000;
/** Up to this many members are found by their words first, and then sorted. */
const fewMatches = 2000;

/** One consistent reading: `db` is a transaction. */
export async function readOfficeList(db: Db, request: OfficeListRequest): Promise<OfficeList> {
  const { day, size, sort } = request;
  const { from, where } = await selection(db, request);
  const { column, isDescending } = sortColumns[sort];
  const order = isDescending ? sql`desc` : sql`asc`;
  const { rows: found } = await sql<ListPosition>`select m.id as id, ${column} as value from ${from}
    where ${where}${after(request)} order by ${column} ${order}, m.id ${order} limit ${size + 1}`.execute(db);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) as count from (select 1 from ${from} where ${where} limit ${maxCount + 1}) c`.execute(db);
  const page = found.slice(0, size);
  const ids = page.map(({ id }) => id);
  const byId = new Map((await readRows(db, day.organisationId, ids)).map((row) => [row.id, row]));
  return {
    rows: ids.flatMap((id) => {
      const row = byId.get(id);
      return row === undefined ? [] : [toListRow(row, day)];
    }),
    next: found.length > size ? (page.at(-1) ?? null) : null,
    count: Number(counted[0]?.count ?? 0),
  };
}

const readRows = compileByIds((db: Db, hasIds) =>
  db
    .selectFrom(db.selectFrom('membership').selectAll().where(hasIds('id')).as('m'))
    .innerJoin('person as p', (join) =>
      join.onRef('p.organisation_id', '=', 'm.organisation_id').onRef('p.id', '=', 'm.person_id'),
    )
    .select(['m.id', 'm.kind', 'm.membership_number', 'm.type_id', 'm.chapter_id', 'm.is_owing'])
    .select(['m.is_approved', 'm.expiry_date', 'm.joining_date'])
    .select(['p.first_name', 'p.last_name', 'p.organisation', 'p.email', 'p.suburb', 'p.state']),
);

type Row = Awaited<ReturnType<typeof readRows>>[number];

function toListRow(row: Row, day: Day): OfficeListRow {
  return {
    id: row.id,
    kind: row.kind,
    membershipNumber: row.membership_number,
    firstName: row.first_name,
    lastName: row.last_name,
    organisation: row.organisation,
    email: row.email,
    suburb: row.suburb,
    state: row.state,
    typeId: row.type_id,
    chapterId: row.chapter_id,
    status: statusOn(day, { isOwing: row.is_owing === 1, expiryDate: row.expiry_date }),
    isApproved: row.is_approved === 1,
    expiryDate: row.expiry_date,
    joiningDate: row.joining_date,
  };
}

/** Each has an index that ends with the ID. A membership without end comes after all others. */
const columns = {
  name: sql`m.name_key`,
  number: sql`m.membership_number`,
  expiry: sql`coalesce(m.expiry_date, '9999-12-31')`,
  joined: sql`coalesce(m.joining_date, '')`,
  changed: sql`m.modified_at`,
};
const sortColumns: Record<OfficeSort, { column: RawBuilder<unknown>; isDescending: boolean }> = {
  name: { column: columns.name, isDescending: false },
  '-name': { column: columns.name, isDescending: true },
  number: { column: columns.number, isDescending: false },
  '-number': { column: columns.number, isDescending: true },
  expiry: { column: columns.expiry, isDescending: false },
  '-expiry': { column: columns.expiry, isDescending: true },
  joined: { column: columns.joined, isDescending: false },
  '-joined': { column: columns.joined, isDescending: true },
  changed: { column: columns.changed, isDescending: false },
  '-changed': { column: columns.changed, isDescending: true },
};

function after({ after: position, sort }: OfficeListRequest): RawBuilder<unknown> {
  if (position === null) return sql``;
  const { column, isDescending } = sortColumns[sort];
  return sql` and (${column}, m.id) ${isDescending ? sql`<` : sql`>`} (${position.value}, ${position.id})`;
}

/** The members that are listed, and the rows to look for them in. */
async function selection(
  db: Db,
  request: OfficeListRequest,
): Promise<{ from: RawBuilder<unknown>; where: Condition }> {
  const { ids, words } = await findWords(db, request);
  const from = ids === null ? sql`membership m` : membersWith(db, ids);
  return { from, where: allOf([...conditions(request), ...words]) };
}

function conditions({ day, filter, chapterIds }: OfficeListRequest): (Condition | null)[] {
  const of = day.organisationId;
  return [
    sql`m.organisation_id = ${of}`,
    seenByOfficer(chapterIds, of),
    filter.statuses.length === 0 ? null : statusCondition(filter, day),
    filter.isApproved === null ? null : sql`m.is_approved = ${filter.isApproved ? 1 : 0}`,
    filter.kind === null ? null : sql`m.kind = ${filter.kind}`,
    filter.typeIds.length === 0 ? null : sql`m.type_id in (${sql.join(filter.typeIds)})`,
    filter.chapterIds.length === 0 ? null : sql`m.chapter_id in (${sql.join(filter.chapterIds)})`,
    filter.categoryIds.length === 0
      ? null
      : sql`m.id in (select membership_id from membership_category where organisation_id = ${of}
          and category_id in (${sql.join(filter.categoryIds)}))`,
    filter.state === null
      ? null
      : sql`m.person_id in (select id from person where organisation_id = ${of}
          and state_key = ${wholeKey(filter.state)})`,
    filter.expiryFrom === null ? null : sql`m.expiry_date >= ${filter.expiryFrom}`,
    filter.expiryTo === null ? null : sql`m.expiry_date <= ${filter.expiryTo}`,
    filter.hasEmail === null
      ? null
      : sql`${not(filter.hasEmail)} exists (select 1 from person p where p.organisation_id = ${of}
          and p.id = m.person_id and p.email <> '')`,
    filter.hasLocation === null
      ? null
      : sql`${not(filter.hasLocation)} exists (select 1 from location l where l.organisation_id = ${of}
          and l.membership_id = m.id)`,
  ];
}

function not(isWanted: boolean): RawBuilder<unknown> {
  return isWanted ? sql`` : sql`not`;
}

function allOf(given: (Condition | null)[]): Condition {
  return sql`${sql.join(
    given.filter((one) => one !== null),
    sql` and `,
  )}`;
}

/** The rule of `mayKnow`: all memberships of the person are in the officer's chapters (docs/decisions.md, J23). */
function seenByOfficer(chapterIds: readonly number[] | null, organisationId: number): Condition | null {
  if (chapterIds === null) return null;
  if (chapterIds.length === 0) return sql`false`;
  const own = sql.join(chapterIds);
  return sql`m.chapter_id in (${own}) and not exists (select 1 from membership o
    where o.organisation_id = ${organisationId} and o.person_id = m.person_id
    and (o.chapter_id is null or o.chapter_id not in (${own})))`;
}

function statusCondition({ statuses }: OfficeMembersFilter, { today, noticeEnd }: Day): Condition {
  const each: Record<OfficeMembersFilter['statuses'][number], Condition> = {
    outstanding: sql`m.is_owing = 1`,
    expired: sql`(m.is_owing = 0 and m.expiry_date < ${today})`,
    expiring: sql`(m.is_owing = 0 and m.expiry_date between ${today} and ${noticeEnd})`,
    financial: sql`(m.is_owing = 0 and (m.expiry_date > ${noticeEnd} or m.expiry_date is null))`,
  };
  return sql`(${sql.join(
    statuses.map((status) => each[status]),
    sql` or `,
  )})`;
}

/**
 * Members with a word that few have are looked up first (`ids`). Common words are compared while the members are read
 * in their order: a page of them is then soon full.
 */
async function findWords(
  db: Db,
  { filter, day, isReader }: OfficeListRequest,
): Promise<{ ids: number[] | null; words: Condition[] }> {
  if (filter.search === null) return { ids: null, words: [] };
  const sought = toSoughtWords(filter.search);
  // Only punctuation was typed.
  if (sought.length === 0) return { ids: [], words: [] };
  let rarest: { word: string; ids: ReadonlySet<number> } | null = null;
  for (const word of sought) {
    const ids = await findFew(db, { word, day, isReader });
    if (ids !== null && (rarest === null || ids.size < rarest.ids.size)) rarest = { word, ids };
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

/** The members who have a word with this beginning; null: more than a few have one. */
async function findFew(
  db: Db,
  { word, day, isReader }: { word: string; day: Day; isReader: boolean },
): Promise<Set<number> | null> {
  const { rows } = await sql<{ membership_id: number }>`select w.membership_id from member_word w
    where w.organisation_id = ${day.organisationId} and ${beginsWith(word, isReader)}
    limit ${fewMatches + 1}`.execute(db);
  return rows.length > fewMatches ? null : new Set(rows.map((row) => row.membership_id));
}

/** Both engines compare the words byte by byte, and no letter is higher than the last one. */
function beginsWith(word: string, isReader: boolean): Condition {
  const seen = isReader ? sql` and w.is_private = 0` : sql``;
  return sql`w.word >= ${word} and w.word <= ${`${word}\u{10FFFF}`}${seen}`;
}

/** `cross join` keeps SQLite from reading all members in their order instead. */
function membersWith(db: Db, ids: number[]): RawBuilder<unknown> {
  return isPostgres(db)
    ? sql`unnest(cast(${ids} as bigint[])) e(id) join membership m on m.id = e.id`
    : sql`json_each(${JSON.stringify(ids)}) e cross join membership m on m.id = e.value`;
}
