import type { Context } from 'hono';
import writeXlsxFile from 'write-excel-file/node';
import { toCsvLines } from '@/lib/csv-line';
import {
  readOfficeExportQuery,
  type ExportFormat,
  type MemberColumn,
  type OfficeMemberRow,
} from '@/lib/membership-api/office-members';
import { ApiError } from '@/lib/membership-api/errors';
import { readWholeOfficeList } from '@/lib/membership-lists/office-list';
import { journalAccounts } from '@/lib/membership-store/account-journal';
import { byPerson } from '@/lib/membership-store/journal';
import type { Store } from '@/lib/membership-store/database';
import { readDay } from '@/lib/membership-store/day';
import { memberKindText, memberStatusText, membersText } from '@/lib/messages/office-members';
import { rawQuery } from '@/lib/membership-records/raw-query';
import { readNames, toRow } from './list-members';
import { checkOffice, type OfficeAccess, type OfficeServices } from './office-check';
import { requireSeen, seenFieldsOf } from './officer-limits';

const types: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The number of members that are read at a time. */
const pageSize = 1000;

/**
 * Exports that are made or wait. A file of 100,000 members takes seconds and 100 MB, so files are made one after
 * another.
 */
const maxExports = 4;
const retryAfterSeconds = 5;
const queues = new WeakMap<Store, { count: number; last: Promise<unknown> }>();

/** GET: the whole list as a file for a spreadsheet program. The program shows each cell as text and runs no formula. */
export async function exportMembers(context: Context, services: OfficeServices): Promise<Response> {
  const access = await checkOffice(context, services, 'exportMembers');
  const queue = queues.get(services.store) ?? { count: 0, last: Promise.resolve() };
  queues.set(services.store, queue);
  if (queue.count >= maxExports)
    throw new ApiError('temporarily_unavailable', 'Other exports are being made. Try again later', {
      'Retry-After': String(retryAfterSeconds),
    });
  queue.count += 1;
  const made = queue.last
    .then(() => makeExport(context, services, access))
    .finally(() => {
      queue.count -= 1;
    });
  // The next one waits for this one, and does not keep its file.
  queue.last = made.then(
    () => undefined,
    () => undefined,
  );
  return made;
}

async function makeExport(
  context: Context,
  services: OfficeServices,
  access: OfficeAccess,
): Promise<Response> {
  const { organisationId, personId, role, chapterIds } = access;
  const { filter, sort, columns, format } = readOfficeExportQuery(rawQuery(context));
  requireSeen(access, { filter, sort, columns });
  const db = services.store.reader;
  const day = await readDay(db, organisationId, services.clock());
  const rows: string[][] = [toHeadings(columns)];
  if (day !== null) {
    const names = await readNames(db, organisationId);
    const request = {
      ...{ day, filter, sort, size: pageSize, seen: seenFieldsOf(access) },
      chapterIds: role === 'officer' ? chapterIds : null,
    };
    for await (const page of readWholeOfficeList(db, request))
      rows.push(...page.map((row) => toCells(toRow(row, names, access), columns)));
  }
  const file = await toFile(rows, format);
  const now = services.clock();
  await services.store.auth.transaction().execute((transaction) =>
    journalAccounts(transaction, { organisationId, cause: byPerson(personId), now }, [
      {
        kind: 'export',
        operation: 'made',
        changes: { Members: [null, rows.length - 1], Format: [null, format] },
      },
    ]),
  );
  return new Response(file, {
    headers: {
      'Content-Type': types[format],
      'Content-Disposition': `attachment; filename="members.${format}"`,
      'Cache-Control': 'no-store',
    },
  });
}

async function toFile(rows: readonly string[][], format: ExportFormat): Promise<Uint8Array<ArrayBuffer>> {
  // Spreadsheet programs read a file without the mark in an older encoding.
  if (format === 'csv') return new Uint8Array(Buffer.from(`\uFEFF${toCsvLines(rows)}`, 'utf8'));
  const cells = rows.map((row) => row.map((value) => ({ type: String, value: withoutControls(value) })));
  return new Uint8Array(await writeXlsxFile(cells, { sheet: membersText.title }).toBuffer());
}

/** XML 1.0 cannot contain these characters, so a spreadsheet program would not open the file. */
function withoutControls(text: string): string {
  return text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '').toWellFormed();
}

/** A column of the list has one or two cells. */
const parts: Partial<Record<MemberColumn, readonly string[]>> = {
  place: [membersText.suburb, membersText.state],
  address: [membersText.address, membersText.postcode],
};

function toHeadings(columns: readonly MemberColumn[]): string[] {
  const { id, first, last, organisation } = membersText;
  return [id, first, last, organisation, ...columns.flatMap((name) => parts[name] ?? [membersText[name]])];
}

function toCells(row: OfficeMemberRow, columns: readonly MemberColumn[]): string[] {
  const { ID: id, FirstName: first, LastName: last, Organisation: organisation } = row;
  return [id, first, last, organisation, ...columns.flatMap((name) => cellsOf[name](row))].map(
    (cell) => cell ?? '',
  );
}

type Cell = string | null | undefined;

const cellsOf: Record<MemberColumn, (row: OfficeMemberRow) => Cell[]> = {
  number: (row) => [row.MembershipNumber],
  type: (row) => [row.MembershipType.Name],
  chapter: (row) => [row.Chapter?.Name],
  kind: (row) => [memberKindText[row.Kind]],
  status: (row) => [row.Status === undefined ? '' : memberStatusText[row.Status]],
  expiry: (row) => [row.ExpiryDate],
  joined: (row) => [row.JoiningDate],
  owed: (row) => [row.AmountOutstanding],
  categories: (row) => [row.Categories.map(({ Name }) => Name).join(', ')],
  listed: (row) => [row.Listed ? membersText.yes : membersText.no],
  place: (row) => [row.Suburb, row.State],
  address: (row) => [row.Address, row.Postcode],
  country: (row) => [row.Country],
  email: (row) => [row.Email],
  phone: (row) => [row.Phone],
  mobile: (row) => [row.Mobile],
  work: (row) => [row.WorkPhone],
  changed: (row) => [row.Changed],
};
