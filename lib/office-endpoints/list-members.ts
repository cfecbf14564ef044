import type { Context } from 'hono';
import type { Kysely } from 'kysely';
import { findListField } from '@/lib/membership-api/fields/access';
import type { OfficerAccess } from '@/lib/membership-api/officer-access';
import { writeRecord, type WriteContext } from '@/lib/membership-api/fields/field';
import { officeListFields } from '@/lib/membership-api/fields/office-list';
import {
  readListPosition,
  readOfficeMembersQuery,
  writeListPosition,
  type OfficeMemberRow,
  type OfficeMembers,
} from '@/lib/membership-api/office-members';
import { readerSees, type ReaderAccess } from '@/lib/membership-api/reader-access';
import { maxCount, readOfficeList, type OfficeListRow } from '@/lib/membership-lists/office-list';
import type { MembersDatabase } from '@/lib/membership-schema/members-schema';
import { readDay } from '@/lib/membership-store/day';
import { readStructure, structureNames } from '@/lib/membership-store/structure';
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
  // The query runs in the reading thread, because a search for a common word may compare every member.
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

/** The names of the types, chapters and categories. */
export async function readNames(db: Kysely<MembersDatabase>, organisationId: number): Promise<WriteContext> {
  const structure = await readStructure(db, organisationId);
  return structure === null ? { nameOf: () => '' } : structureNames(structure);
}

/** The row without the fields that the caller does not see. */
export function toRow(
  row: OfficeListRow,
  names: WriteContext,
  { officer, reader }: Pick<OfficeAccess, 'officer' | 'reader'>,
): OfficeMemberRow {
  const whole = writeRecord(officeListFields, row, names);
  if (reader !== null) return withoutPrivate(whole, reader);
  return officer === null ? whole : withoutHidden(whole, officer);
}

/** Officers and readers do not see any other field that the list computes. */
const openFields: readonly string[] = ['PersonID', 'Listed', 'Status'];

function withoutHidden(row: OfficeMemberRow, officer: OfficerAccess): OfficeMemberRow {
  return withOnly(row, (name) => {
    if (name === 'Changed') return !officer.isLimited;
    const path = findListField(name)?.path ?? (openFields.includes(name) ? name : null);
    return path !== null && officer.seesField(path);
  });
}

function withoutPrivate(row: OfficeMemberRow, reader: ReaderAccess): OfficeMemberRow {
  return withOnly(row, (name) => {
    const one = findListField(name);
    return one === null ? openFields.includes(name) : readerSees(one, reader);
  });
}

function withOnly(row: OfficeMemberRow, sees: (name: string) => boolean): OfficeMemberRow {
  // The cast is safe: in the schema, every field that can be hidden is optional.
  return Object.fromEntries(Object.entries(row).filter(([name]) => sees(name))) as OfficeMemberRow;
}
