import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Context } from 'hono';
import { toCsvLines } from '@/lib/base/csv-line';
import {
  extraOfColumn,
  isAnswerColumn,
  readOfficeExportQuery,
  type ExportFormat,
  type MemberColumn,
  type OfficeMemberRow,
} from '@/lib/contract/office-members';
import { ApiError } from '@/lib/contract/errors';
import { writeRecord } from '@/lib/contract/fields/field';
import { columnText, textsOf } from '@/lib/contract/member-texts';
import { readWholeOfficeList } from '@/lib/store/lists/office-list';
import { journalAccounts } from '@/lib/store/account-journal';
import { byPerson } from '@/lib/store/journal';
import type { Store } from '@/lib/store/database';
import { readDay } from '@/lib/store/day';
import { readStructure } from '@/lib/store/structure';
import { membersText } from '@/lib/messages/office-members';
import { say } from '@/lib/messages/say';
import { rawQuery } from '@/lib/changes/routes/raw-query';
import { withExtras } from './list-extras';
import { findPeopleOf, readNames, seenListFields } from './list-members';
import { checkOffice, type OfficeAccess, type OfficeServices } from './office-check';
import { readTypedQuery } from './read-typed';
import { requireSeen, seenFieldsOf } from './officer-limits';

const mediaTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The number of members in one read. Other requests are handled between two reads. */
const pageSize = 250;

/**
 * The maximum number of exports that run or wait. Exports run one after another, because a file of 100,000 members
 * takes seconds and 100 MB.
 */
const maxExports = 4;
const retryAfterSeconds = 5;
const queues = new WeakMap<Store, { count: number; last: Promise<unknown> }>();

/** GET: the whole list for a spreadsheet program, which shows each cell as text and runs no formula. */
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
  // The next export only waits until this one has ended. `queue.last` therefore has no value. If it kept the response,
  // the file would stay in memory.
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
  const { organisationId, personId } = access;
  const query = readOfficeExportQuery(await readTypedQuery(services, access, rawQuery(context)));
  requireSeen(access, query);
  const { format } = query;
  const file = openExportFile(format, membersText.title);
  try {
    const count = await addMembers(file, { services, access, query });
    const content = await file.finish();
    const now = services.clock();
    await journalAccounts(services.store.auth, { organisationId, cause: byPerson(personId), now }, [
      { kind: 'export', operation: 'made', changes: { Members: [null, count], Format: [null, format] } },
    ]);
    return new Response(content, {
      headers: {
        'Content-Type': mediaTypes[format],
        'Content-Disposition': `attachment; filename="members.${format}"`,
        'Cache-Control': 'no-store',
      },
    });
  } finally {
    await file.close();
  }
}

interface Requested {
  services: OfficeServices;
  access: OfficeAccess;
  query: ReturnType<typeof readOfficeExportQuery>;
}

/** @returns the number of members */
async function addMembers(
  file: ExportFile,
  { services, access, query: { filter, sort, columns } }: Requested,
): Promise<number> {
  const { organisationId, onlyChapters: chapterIds } = access;
  const db = services.store.reader;
  const day = await readDay(db, organisationId, services.clock());
  file.add([toHeadings(columns, await readStructure(db, organisationId))]);
  if (day === null) return 0;
  const names = await readNames(db, organisationId);
  const fields = seenListFields(access);
  const request = {
    day,
    filter,
    sort,
    size: pageSize,
    seen: seenFieldsOf(access),
    people: await findPeopleOf(services, access, filter),
    chapterIds,
  };
  let count = 0;
  for await (const page of readWholeOfficeList(db, request)) {
    const rows = await withExtras(services.store.auth, db, { access, day, columns, rows: page }, (row) =>
      writeRecord(fields, row, names),
    );
    file.add(rows.map((row) => toCells(row, columns)));
    count += page.length;
  }
  return count;
}

/** The headings of columns of the list that are several columns in the file. */
const severalHeadings: Partial<Record<MemberColumn, readonly string[]>> = {
  place: [membersText.suburb, membersText.state],
  address: [membersText.address, membersText.postcode],
  mailing: [
    membersText.street,
    membersText.suburb,
    membersText.postcode,
    membersText.state,
    membersText.country,
  ].map((part) => say(membersText.mailingPart, { part })),
};

function toHeadings(
  columns: readonly MemberColumn[],
  structure: Awaited<ReturnType<typeof readStructure>>,
): string[] {
  const { id, first, last, organisation } = membersText;
  const headings = columns.flatMap((name) => {
    if (!isAnswerColumn(name)) return severalHeadings[name] ?? [columnText(name)];
    return [structure?.extras.get(Number(extraOfColumn(name)))?.question ?? membersText.answer];
  });
  return [id, first, last, organisation, ...headings];
}

function toCells(row: OfficeMemberRow, columns: readonly MemberColumn[]): string[] {
  const { ID: id, FirstName: first, LastName: last, Organisation: organisation } = row;
  return [id, first, last, organisation, ...columns.flatMap((name) => textsOf(row, name))];
}

/** The file is made in parts, so that no other request waits for the whole file. */
interface ExportFile {
  add(rows: readonly string[][]): void;
  finish(): Promise<Uint8Array<ArrayBuffer>>;
  /** Ends the thread that makes the file, even if the file is not finished. */
  close(): Promise<void>;
}

/** @param sheet the name of the sheet in a workbook */
function openExportFile(format: ExportFormat, sheet: string): ExportFile {
  return format === 'csv' ? openCsv() : openXlsx(sheet);
}

function openCsv(): ExportFile {
  // Without a byte order mark, spreadsheet programs do not read the file as UTF-8.
  const parts = [Buffer.from('\uFEFF')];
  return {
    add: (rows) => void parts.push(Buffer.from(toCsvLines(rows))),
    finish: async () => new Uint8Array(Buffer.concat(parts)),
    close: async () => undefined,
  };
}

/** The library makes a workbook in one step, which takes seconds for 100,000 members, so this runs in a thread. */
function openXlsx(sheet: string): ExportFile {
  const thread = new Worker(new URL('./xlsx-thread.mjs', import.meta.url), { workerData: { sheet } });
  // This promise rejects if the thread has an error. `finish` awaits the promise after all rows are added.
  const made = once(thread, 'message');
  made.catch(() => undefined);
  return {
    add: (rows) => thread.postMessage(rows),
    async finish() {
      thread.postMessage(null);
      const [file]: unknown[] = await made;
      if (!(file instanceof Uint8Array)) throw new Error('The thread made no file');
      return new Uint8Array(file);
    },
    close: async () => void (await thread.terminate()),
  };
}
