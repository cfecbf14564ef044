import { sql, type Kysely, type RawBuilder } from 'kysely';
import { columnNames, fromColumns } from '@/lib/contract/fields/columns';
import type { RecordOf } from '@/lib/contract/fields/field';
import { officeListFields } from '@/lib/contract/fields/office-list';
import { userFields } from '@/lib/contract/fields/person';
import type { OfficeSort } from '@/lib/contract/office-members';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import type { Day } from '@/lib/store/day';
import { statusOn } from '@/lib/store/status';
import { compileByIds } from '@/lib/store/sql/prepared-query';
import type { SelectionRequest } from './office-conditions';
import { selectMembers, type Selection } from './office-selection';

type Db = Kysely<MembersDatabase>;

export interface OfficeListRequest extends SelectionRequest {
  sort: OfficeSort;
  size: number;
  after: ListPosition | null;
  /** Whether members are counted beyond `maxCount`. */
  hasExactCount?: boolean;
}

/** The page begins after the member with this value of the sorted column and this ID. */
export interface ListPosition {
  value: string | number;
  id: number;
}

export type OfficeListRow = RecordOf<typeof officeListFields>;

export interface OfficeList {
  rows: OfficeListRow[];
  /** Where the next page begins. null: there are no more members. */
  next: ListPosition | null;
  /** At most `maxCount` + 1, unless the request asks for the exact count. */
  count: number;
}

/** Counting more would take longer than finding the page. */
export const maxCount = 1000;

/** `db` must be a transaction, so that the read is consistent. */
export async function readOfficeList(db: Db, request: OfficeListRequest): Promise<OfficeList> {
  const selected = await selectMembers(db, request);
  const isEnough = request.hasExactCount !== true;
  const isMany = isEnough && selected.atLeast > maxCount;
  const limit = isEnough ? sql`limit ${maxCount + 1}` : sql``;
  const count = isMany ? maxCount + 1 : await countSelected(db, selected, limit);
  return { ...(await readPage(db, request, selected)), count };
}

async function countSelected(
  db: Db,
  { from, where }: Selection,
  limit: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select 1 from ${from} where ${where} ${limit}) c`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** Each page shows the members at the time when it is read. */
export async function* readWholeOfficeList(
  db: Db,
  request: Omit<OfficeListRequest, 'after'>,
): AsyncGenerator<OfficeListRow[]> {
  let after: ListPosition | null = null;
  do {
    const part: OfficeListRequest = { ...request, after };
    const page: Omit<OfficeList, 'count'> = await readPage(db, part, await selectMembers(db, part));
    yield page.rows;
    after = page.next;
  } while (after !== null);
}

const idsAtOnce = 5000;

export async function findOfficeIds(db: Db, request: SelectionRequest): Promise<number[]> {
  const { from, where } = await selectMembers(db, request);
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
  const { column, isDescending } = orderOf(sort);
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
    .innerJoin('organisation as o', 'o.id', 'm.organisation_id')
    .selectAll('m')
    .select(columnNames(userFields).map((name) => `p.${name}` as const))
    .select('o.currency as usual_currency'),
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
  const columns = {
    ...row,
    address: row.address ?? '',
    mailing_address: row.mailing_address ?? '',
    status: statusOn(day, { isOwing: row.is_owing === 1, expiryDate: row.expiry_date }),
    currency: row.currency ?? row.usual_currency,
    changed_on: new Date(row.modified_at).toISOString().slice(0, 10),
  };
  return {
    ...fromColumns(officeListFields, columns),
    categoryIds: categories
      .filter((one) => one.membership_id === row.id)
      .map((one) => one.category_id)
      .sort((a, b) => a - b),
  };
}

/** Each order has an index that ends with the ID. Memberships without a last day come after all others. */
const sortColumns = {
  name: sql`m.name_key`,
  number: sql`m.membership_number`,
  expiry: sql`coalesce(m.expiry_date, '9999-12-31')`,
  joined: sql`coalesce(m.joining_date, '')`,
  changed: sql`m.modified_at`,
};

function orderOf(sort: OfficeSort): { column: RawBuilder<unknown>; isDescending: boolean } {
  // The cast is safe: an order is the name of a column, with or without a minus.
  const name = sort.replace('-', '') as keyof typeof sortColumns;
  return { column: sortColumns[name], isDescending: sort.startsWith('-') };
}

function after({ after: position, sort }: OfficeListRequest): RawBuilder<unknown> {
  if (position === null) return sql``;
  const { column, isDescending } = orderOf(sort);
  return sql` and (${column}, m.id) ${isDescending ? sql`<` : sql`>`} (${position.value}, ${position.id})`;
}
