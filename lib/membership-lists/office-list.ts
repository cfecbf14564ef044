import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { OfficeSort } from '@/lib/membership-api/office-members';
import type { FinancialStatus } from '@/lib/membership-api/words';
import type { MembersDatabase } from '@/lib/membership-schema/members-schema';
import type { Day } from '@/lib/membership-store/day';
import { statusOn } from '@/lib/membership-store/status';
import { compileByIds } from '@/lib/sql/prepared-query';
import type { SelectionRequest } from './office-conditions';
import { selectMembers, type Selection } from './office-selection';

type Db = Kysely<MembersDatabase>;

export interface OfficeListRequest extends SelectionRequest {
  sort: OfficeSort;
  size: number;
  after: ListPosition | null;
}

/** The page begins after the member with this value of the sorted column and this ID. */
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
  /** null: the organisation's currency. */
  currency: string | null;
  invoiceUrl: string | null;
  paymentUrl: string | null;
  isListed: boolean;
  categoryIds: number[];
  modifiedAt: number;
}

export interface OfficeList {
  rows: OfficeListRow[];
  /** Where the next page begins. null: there are no more members. */
  next: ListPosition | null;
  /** At most `maxCount` + 1. */
  count: number;
}

/** Counting more would take longer than finding the page. */
export const maxCount = 1000;

/** `db` must be a transaction, so that the read is consistent. */
export async function readOfficeList(db: Db, request: OfficeListRequest): Promise<OfficeList> {
  const selected = await selectMembers(db, request);
  const isMany = selected.atLeast > maxCount;
  const count = isMany ? maxCount + 1 : await countSelected(db, selected);
  return { ...(await readPage(db, request, selected)), count };
}

async function countSelected(db: Db, { from, where }: Selection): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select 1 from ${from} where ${where} limit ${maxCount + 1}) c`.execute(db);
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

/** Each order has an index that ends with the ID. Memberships without a last day come after all others. */
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
