/** The members as the office lists them: searched, filtered, sorted, a page at a time. */
import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import { lookUp } from '@/lib/look-up';
import type { BeginningName, OfficeMembersFilter, OfficeSort } from '@/lib/membership-api/office-members';
import type { FinancialStatus } from '@/lib/membership-api/words';
import type { MembersDatabase } from '@/lib/membership-schema/members-schema';
import type { Day } from '@/lib/membership-store/day';
import { emailKey } from '@/lib/membership-store/email-key';
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
  personId: number;
  parentId: number | null;
  membershipNumber: string;
  firstName: string;
  lastName: string;
  organisation: string;
  email: string;
  phone: string;
  workPhone: string;
  mobile: string;
  address: string;
  suburb: string;
  postcode: string;
  state: string;
  country: string;
  typeId: number;
  chapterId: number | null;
  status: FinancialStatus;
  isApproved: boolean;
  expiryDate: string | null;
  joiningDate: string | null;
  amountOutstandingThousandths: number;
  /** null: the organisation's. */
  currency: string | null;
  invoiceUrl: string | null;
  paymentUrl: string | null;
  isListed: boolean;
  categoryIds: number[];
  modifiedAt: number;
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
  const selected = await selection(db, request);
  const { from, where } = selected;
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) as count from (select 1 from ${from} where ${where} limit ${maxCount + 1}) c`.execute(db);
  return { ...(await readPage(db, request, selected)), count: Number(counted[0]?.count ?? 0) };
}

/** All pages, one after the other, each as the members are when it is read. */
export async function* readWholeOfficeList(
  db: Db,
  request: Omit<OfficeListRequest, 'after'>,
): AsyncGenerator<OfficeListRow[]> {
  let after: ListPosition | null = null;
  do {
    const part: OfficeListRequest = { ...request, after };
    const page: Omit<OfficeList, 'count'> = await readPage(db, part, await selection(db, part));
    yield page.rows;
    after = page.next;
  } while (after !== null);
}

const idsAtOnce = 5000;

/** The IDs of all members of a list, in order of ID. */
export async function findOfficeIds(db: Db, request: SelectionRequest): Promise<number[]> {
  const { from, where } = await selection(db, request);
  const ids: number[] = [];
  for (;;) {
    const { rows } = await sql<{ id: number }>`select m.id as id from ${from}
      where ${where} and m.id > ${ids.at(-1) ?? 0} order by m.id limit ${idsAtOnce}`.execute(db);
    for (const { id } of rows) ids.push(id);
    if (rows.length < idsAtOnce) return ids;
  }
}

async function readPage(
  db: Db,
  request: OfficeListRequest,
  { from, where }: Selection,
): Promise<Omit<OfficeList, 'count'>> {
  const { day, size, sort } = request;
  const { column, isDescending } = sortColumns[sort];
  const order = isDescending ? sql`desc` : sql`asc`;
  const { rows: found } = await sql<ListPosition>`select m.id as id, ${column} as value from ${from}
    where ${where}${after(request)} order by ${column} ${order}, m.id ${order} limit ${size + 1}`.execute(db);
  const page = found.slice(0, size);
  const ids = page.map(({ id }) => id);
  const byId = new Map((await readRows(db, day.organisationId, ids)).map((row) => [row.id, row]));
  const categories = await readCategories(db, day.organisationId, ids);
  return {
    rows: ids.flatMap((id) => {
      const row = byId.get(id);
      return row === undefined ? [] : [toListRow(row, day, categories)];
    }),
    next: found.length > size ? (page.at(-1) ?? null) : null,
  };
}

const readRows = compileByIds((db: Db, hasIds) =>
  db
    .selectFrom(db.selectFrom('membership').selectAll().where(hasIds('id')).as('m'))
    .innerJoin('person as p', (join) =>
      join.onRef('p.organisation_id', '=', 'm.organisation_id').onRef('p.id', '=', 'm.person_id'),
    )
    .select(['m.id', 'm.kind', 'm.membership_number', 'm.type_id', 'm.chapter_id', 'm.is_owing'])
    .select(['m.is_approved', 'm.expiry_date', 'm.joining_date', 'm.person_id', 'm.parent_id'])
    .select(['m.currency', 'm.invoice_url', 'm.payment_url'])
    .select(['m.amount_outstanding_thousandths', 'm.is_listed', 'm.modified_at'])
    .select(['p.first_name', 'p.last_name', 'p.organisation', 'p.email', 'p.suburb', 'p.state'])
    .select(['p.phone', 'p.work_phone', 'p.mobile', 'p.address', 'p.postcode', 'p.country']),
);

const readCategories = compileByIds((db: Db, hasIds) =>
  db
    .selectFrom('membership_category')
    .select(['membership_id', 'category_id'])
    .where(hasIds('membership_id')),
);

type Row = Awaited<ReturnType<typeof readRows>>[number];
type Categories = Awaited<ReturnType<typeof readCategories>>;

function toListRow(row: Row, day: Day, categories: Categories): OfficeListRow {
  return {
    id: row.id,
    kind: row.kind,
    personId: row.person_id,
    parentId: row.parent_id,
    membershipNumber: row.membership_number,
    firstName: row.first_name,
    lastName: row.last_name,
    organisation: row.organisation,
    email: row.email,
    phone: row.phone,
    workPhone: row.work_phone,
    mobile: row.mobile,
    address: row.address ?? '',
    suburb: row.suburb,
    postcode: row.postcode,
    state: row.state,
    country: row.country,
    typeId: row.type_id,
    chapterId: row.chapter_id,
    status: statusOn(day, { isOwing: row.is_owing === 1, expiryDate: row.expiry_date }),
    isApproved: row.is_approved === 1,
    expiryDate: row.expiry_date,
    joiningDate: row.joining_date,
    amountOutstandingThousandths: row.amount_outstanding_thousandths,
    currency: row.currency,
    invoiceUrl: row.invoice_url,
    paymentUrl: row.payment_url,
    isListed: row.is_listed === 1,
    categoryIds: categories
      .filter((one) => one.membership_id === row.id)
      .map((one) => one.category_id)
      .sort((a, b) => a - b),
    modifiedAt: row.modified_at,
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

type SelectionRequest = Omit<OfficeListRequest, 'after' | 'sort' | 'size'>;

interface Selection {
  from: RawBuilder<unknown>;
  where: Condition;
}

/** The members that are listed, and the rows to look for them in. */
async function selection(db: Db, request: SelectionRequest): Promise<Selection> {
  const { ids, words } = await findWords(db, request);
  const { Suburb: suburb } = request.filter.beginnings;
  const inSuburbs =
    suburb === undefined ? null : await suburbCondition(db, request.day.organisationId, suburb);
  const from = ids === null ? sql`membership m` : membersWith(db, ids);
  return { from, where: allOf([...conditions(db, request), inSuburbs, ...words]) };
}

function conditions(db: Db, { day, filter, chapterIds }: SelectionRequest): (Condition | null)[] {
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
      : filter.hasEmail
        ? sql`exists (select 1 from person p where p.organisation_id = ${of}
            and p.id = m.person_id and p.email_key <> '')`
        : // An index finds the few members without an address.
          sql`m.person_id in (select id from person where organisation_id = ${of} and email_key = '')`,
    filter.hasLocation === null
      ? null
      : sql`${not(filter.hasLocation)} exists (select 1 from location l where l.organisation_id = ${of}
          and l.membership_id = m.id)`,
    filter.joinedFrom === null ? null : sql`m.joining_date >= ${filter.joinedFrom}`,
    filter.joinedTo === null ? null : sql`m.joining_date <= ${filter.joinedTo}`,
    filter.isListed === null ? null : sql`m.is_listed = ${filter.isListed ? 1 : 0}`,
    filter.addonIds.length === 0
      ? null
      : sql`m.id in (select membership_id from membership_addon where organisation_id = ${of}
          and addon_id in (${sql.join(filter.addonIds)}))`,
    filter.personId === null ? null : sql`m.person_id = ${filter.personId}`,
    filter.parentId === null ? null : sql`m.parent_id = ${filter.parentId}`,
    ...beginningConditions(db, filter.beginnings, of),
  ];
}

/** The columns with keys are without case and accents. Numbers and postcodes have only letters without accents. */
const personColumns: Partial<
  Record<BeginningName, { column: RawBuilder<unknown>; toKey: (text: string) => string }>
> = {
  FirstName: { column: sql`first_name_key`, toKey: wholeKey },
  LastName: { column: sql`last_name_key`, toKey: wholeKey },
  Organisation: { column: sql`organisation_key`, toKey: wholeKey },
  Country: { column: sql`country_key`, toKey: wholeKey },
  Email: { column: sql`email_key`, toKey: emailKey },
  Postcode: { column: sql`lower(postcode)`, toKey: (text) => text.toLowerCase() },
};

function beginningConditions(
  db: Db,
  beginnings: OfficeMembersFilter['beginnings'],
  organisationId: number,
): Condition[] {
  const { MembershipNumber: number } = beginnings;
  const ofPerson = Object.entries(personColumns).flatMap(([name, { column, toKey }]) => {
    const text = lookUp<string>(beginnings, name);
    return text === undefined ? [] : [beginsLike(db, column, toKey(text))];
  });
  return [
    ...(number === undefined ? [] : [startsWith(sql`lower(m.membership_number)`, number.toLowerCase())]),
    ...(ofPerson.length === 0
      ? []
      : [
          sql<SqlBool>`m.person_id in (select id from person where organisation_id = ${organisationId}
            and ${allOf(ofPerson)})`,
        ]),
  ];
}

/** SQLite uses the index of a column for a range, and compares byte by byte. PostgreSQL depends on the collation. */
function beginsLike(db: Db, column: RawBuilder<unknown>, start: string): Condition {
  if (isPostgres(db)) return startsWith(column, start);
  return sql`${column} >= ${start} and ${column} <= ${`${start}\u{10FFFF}`}`;
}

function startsWith(column: RawBuilder<unknown>, start: string): Condition {
  const pattern = `${start.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`${column} like ${pattern} escape '\\'`;
}

/** Suburbs have no key, and the engines differ in how they make accents lower case. */
async function suburbCondition(db: Db, organisationId: number, start: string): Promise<Condition> {
  const rows = await db
    .selectFrom('person')
    .select('suburb')
    .distinct()
    .where('organisation_id', '=', organisationId)
    .execute();
  const found = rows
    .map(({ suburb }) => suburb)
    .filter((suburb) => wholeKey(suburb).startsWith(wholeKey(start)));
  if (found.length === 0) return sql`false`;
  return sql`m.person_id in (select id from person where organisation_id = ${organisationId}
    and ${isOneOf(db, sql`suburb`, found)})`;
}

function isOneOf(db: Db, column: RawBuilder<unknown>, values: string[]): Condition {
  if (isPostgres(db)) return sql`${column} = any(cast(${values} as text[]))`;
  if (values.length <= maxSqliteParameters) return sql`${column} in (${sql.join(values)})`;
  return sql`${column} in (select value from json_each(${JSON.stringify(values)}))`;
}

/** SQLite takes 32,766, and the other conditions have some. */
const maxSqliteParameters = 30_000;

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
  { filter, day, isReader }: SelectionRequest,
): Promise<{ ids: number[] | null; words: Condition[] }> {
  if (filter.search === null) return { ids: null, words: [] };
  const sought = toSoughtWords(filter.search);
  // Only punctuation was typed.
  if (sought.length === 0) return { ids: [], words: [] };
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

/** The word that the fewest members have is read first. More rows than this are not counted. */
const countedRows = 40_000;

/** The members who have all of these words, when many members have each word; null: more than a few have them. */
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

/** Both engines compare the words byte by byte, and no letter is higher than the last one. */
function beginsWith(word: string, isReader: boolean, table: 'w' | 'o' = 'w'): Condition {
  const of = sql.raw(table);
  const seen = isReader ? sql` and ${of}.is_private = 0` : sql``;
  return sql`${of}.word >= ${word} and ${of}.word <= ${`${word}\u{10FFFF}`}${seen}`;
}

/** `cross join` keeps SQLite from reading all members in their order instead. */
function membersWith(db: Db, ids: number[]): RawBuilder<unknown> {
  return isPostgres(db)
    ? sql`unnest(cast(${ids} as bigint[])) e(id) join membership m on m.id = e.id`
    : sql`json_each(${JSON.stringify(ids)}) e cross join membership m on m.id = e.value`;
}
