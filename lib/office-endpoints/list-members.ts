import type { Context } from 'hono';
import type { Kysely } from 'kysely';
import { lookUp } from '@/lib/look-up';
import type { OfficerAccess } from '@/lib/membership-api/officer-access';
import { toDecimal } from '@/lib/membership-api/fields/number-kinds';
import {
  readListPosition,
  readOfficeMembersQuery,
  writeListPosition,
  type OfficeMemberRow,
  type OfficeMembers,
} from '@/lib/membership-api/office-members';
import type { contactFields } from '@/lib/membership-api/reader-access';
import { maxCount, readOfficeList, type OfficeListRow } from '@/lib/membership-lists/office-list';
import type { MembersDatabase } from '@/lib/membership-schema/members-schema';
import { readDay } from '@/lib/membership-store/day';
import { readCategories, readChapters, readOrganisation, readTypes } from '@/lib/membership-store/structure';
import { rawQuery } from '@/lib/membership-records/raw-query';
import { checkOffice, type OfficeAccess, type OfficeServices } from './office-check';
import { requireSeen, seenFieldsOf } from './officer-limits';

/** GET: the members and fields that the caller's role may see. */
export async function listOfficeMembers(context: Context, services: OfficeServices): Promise<Response> {
  const access = await checkOffice(context, services, 'listMembers');
  const { organisationId, role, chapterIds } = access;
  const { filter, sort, size, after } = readOfficeMembersQuery(rawQuery(context));
  requireSeen(access, { filter, sort });
  const position = readListPosition(after, sort);
  // The reading thread runs this query. If many members have a searched word, the query compares the members one by
  // one.
  const read = services.store.reader
    .transaction()
    .setAccessMode('read only')
    .setIsolationLevel('repeatable read');
  const body = await read.execute(async (db): Promise<OfficeMembers> => {
    const day = await readDay(db, organisationId, services.clock());
    if (day === null) return { Members: [], Next: null, Count: 0 };
    const list = await readOfficeList(db, {
      day,
      filter,
      sort,
      size,
      seen: seenFieldsOf(access),
      chapterIds: role === 'officer' ? chapterIds : null,
      after: position,
    });
    const names = await readNames(db, organisationId);
    return {
      Members: list.rows.map((row) => toRow(row, names, access)),
      Next: list.next === null ? null : writeListPosition(list.next),
      Count: list.count > maxCount ? null : list.count,
    };
  });
  return context.json(body, 200, { 'Cache-Control': 'no-store' });
}

export async function readNames(db: Kysely<MembersDatabase>, organisationId: number): Promise<Names> {
  return {
    currency: (await readOrganisation(db, organisationId))?.currency ?? '',
    types: namesOf(await readTypes(db, organisationId)),
    chapters: namesOf(await readChapters(db, organisationId)),
    categories: namesOf(await readCategories(db, organisationId)),
  };
}

interface Names {
  currency: string;
  types: ReadonlyMap<number, string>;
  chapters: ReadonlyMap<number, string>;
  categories: ReadonlyMap<number, string>;
}

function namesOf(records: readonly { id: number; name: string }[]): Map<number, string> {
  return new Map(records.map(({ id, name }) => [id, name]));
}

export function toRow(
  row: OfficeListRow,
  { types, chapters, categories, currency }: Names,
  { officer, reader }: Pick<OfficeAccess, 'officer' | 'reader'>,
): OfficeMemberRow {
  const whole = {
    ID: String(row.id),
    Kind: row.kind,
    PersonID: String(row.personId),
    ParentID: row.parentId === null ? null : String(row.parentId),
    MembershipNumber: row.membershipNumber,
    FirstName: row.firstName,
    LastName: row.lastName,
    Organisation: row.organisation,
    ...(reader?.seesContact === false ? {} : contactOf(row)),
    ...(reader === null ? privateOf(row) : {}),
    Suburb: row.suburb,
    State: row.state,
    Country: row.country,
    MembershipType: { ID: String(row.typeId), Name: types.get(row.typeId) ?? '' },
    Chapter:
      row.chapterId === null ? null : { ID: String(row.chapterId), Name: chapters.get(row.chapterId) ?? '' },
    Status: row.status,
    Checked: row.isApproved,
    ExpiryDate: row.expiryDate,
    JoiningDate: row.joiningDate,
    AmountOutstanding: toDecimal(row.amountOutstandingThousandths, 2),
    Currency: row.currency ?? currency,
    Listed: row.isListed,
    Categories: row.categoryIds.map((id) => ({ ID: String(id), Name: categories.get(id) ?? '' })),
  };
  return officer === null ? whole : withoutHidden(whole, officer);
}

/** The keys are fields of the list. The values are the different names of these fields in a member record. */
const namesInRecord: Readonly<Record<string, string>> = {
  Email: 'User.Email',
  Phone: 'User.Phone',
  WorkPhone: 'User.WorkPhone',
  Mobile: 'User.Mobile',
  Address: 'User.Address.Address',
  Postcode: 'User.Address.Postcode',
};

function withoutHidden(row: OfficeMemberRow, officer: OfficerAccess): OfficeMemberRow {
  const hides = (name: string) =>
    name === 'Changed' ? officer.isLimited : !officer.seesField(lookUp(namesInRecord, name) ?? name);
  // The cast is safe: in the schema, every field that can be hidden is optional.
  return Object.fromEntries(Object.entries(row).filter(([name]) => !hides(name))) as OfficeMemberRow;
}

function contactOf(row: OfficeListRow): Pick<OfficeMemberRow, (typeof contactFields)[number]> {
  return {
    Email: row.email,
    Phone: row.phone,
    WorkPhone: row.workPhone,
    Mobile: row.mobile,
    Address: row.address,
    Postcode: row.postcode,
  };
}

/** What readers never see. The day of the last change would reveal when a private answer changed. */
function privateOf(row: OfficeListRow) {
  return {
    InvoiceURL: row.invoiceUrl,
    PaymentURL: row.paymentUrl,
    Changed: new Date(row.modifiedAt).toISOString().slice(0, 10),
  };
}
