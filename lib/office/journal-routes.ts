import type { Context } from 'hono';
import { z } from 'zod';
import { lookUp } from '@/lib/base/look-up';
import { ApiError } from '@/lib/contract/errors';
import {
  parseOfficeJournalQuery,
  type OfficeChange,
  type OfficeJournalQuery,
  type undoEndSchema,
  type undoProgressSchema,
  type UndoResult,
} from '@/lib/contract/office-journal';
import { mustBe } from '@/lib/contract/query-values';
import { managesMembers } from '@/lib/contract/fields/role';
import { noSuchMembership } from '@/lib/changes/refusals';
import { readJournalPage, type JournalCursor, type JournalPage } from '@/lib/changes/journal/journal-page';
import {
  accountsBackwards,
  membersBackwards,
  type JournalFilter,
} from '@/lib/changes/journal/journal-sources';
import { kindsOf, viewOfAccounts, viewOfMembers } from '@/lib/changes/journal/journal-view';
import { findMemberHistory } from '@/lib/changes/journal/member-history';
import { whyNeverUndone } from '@/lib/changes/journal/never-undone';
import { undoChange } from '@/lib/changes/journal/undo-change';
import type { JournalUndo, UndoRequest } from '@/lib/changes/journal/undo-journal';
import type { AccountRow } from '@/lib/store/account-journal';
import { readDay } from '@/lib/store/day';
import { isOfNote, isNoteText } from '@/lib/store/note-fields';
import { countRows, type JournalRow } from '@/lib/store/journal-read';
import type { MembersWriter } from '@/lib/store/members-writer';
import { RefusedWrite } from '@/lib/store/write-rights';
import { rawQuery } from '@/lib/changes/routes/raw-query';
import { readFlag, readJson, readReason } from '@/lib/changes/routes/read-request';
import { readJournalNames, type JournalNames } from './journal-names';
import {
  byCaller,
  checkOffice,
  findKnown,
  type OfficeAccess,
  type OfficeRouteServices,
  type OfficeServices,
  readerOf,
} from './office-check';
import type { UndoEnd, UndoState } from './long-undos';
import { readTypedQuery } from './read-typed';
import { findUndoRights, whyMayNotUndo } from './undo-rights';

const noStore = { 'Cache-Control': 'no-store' };
const maxBodyBytes = 4 * 1024;
const maxConflicts = 100;

/** GET: a page of changes that the caller's role may see, newest first. */
export async function listChanges(context: Context, services: OfficeServices): Promise<Response> {
  const access = await checkOffice(context, services, 'listChanges');
  const { store, clock } = services;
  const day = await readDay(store.members, access.organisationId, clock());
  if (day === null) throw new ApiError('not_found', 'The organisation no longer exists');
  const typed = await readTypedQuery(services, access, rawQuery(context));
  const query = parseOfficeJournalQuery(typed, { now: clock(), timeZone: day.timeZone });
  const { rows, next } = await readPage(services, access, query);
  const names = await readJournalNames(store, access, rows);
  const counts =
    query.hasRunsOnce && managesMembers(access.role) ? await countOfRuns(services, access, rows) : null;
  const body = {
    Changes: rows.map((row) => toJson(row, names, access, counts)),
    Next: next === null ? null : Buffer.from(JSON.stringify(next)).toString('base64url'),
  };
  return context.json(body, 200, noStore);
}

async function readPage(
  { store }: OfficeServices,
  access: OfficeAccess,
  query: OfficeJournalQuery,
): Promise<JournalPage> {
  const { organisationId, role, officer, reader } = access;
  const filter = await toFilter(store.members, access, query);
  const kinds = kindsOf[role];
  const known =
    access.onlyChapters === null ? null : (ids: readonly number[]) => findKnown(store.members, access, ids);
  const accountKinds = query.runId === null ? kinds.accounts : null;
  const accounts =
    accountKinds === null
      ? null
      : {
          read: accountsBackwards(store.auth, organisationId, { kinds: accountKinds, filter }),
          show: viewOfAccounts(known, officer),
        };
  const part = { before: readCursor(query.before), limit: query.limit };
  // The page waits for the caller's turn, because all changes may have to be read to find a few.
  return store.readInTurn(readerOf(access), async (db) => {
    const read = await membersBackwards(db, organisationId, { kinds: kinds.members, filter });
    const view = viewOfMembers(db, { organisationId, findKnown: known, officer, reader });
    const show = view !== null && query.hasRunsOnce ? withRunsOnce(view) : view;
    return readJournalPage({ members: { read, show }, accounts }, part);
  });
}

type View = NonNullable<ReturnType<typeof viewOfMembers>>;

/**
 * The newest row of a run may be hidden from this role, so its rows are left out after that is known. A run that goes
 * on after the end of a page is then listed on the next page again.
 */
function withRunsOnce(view: View): View {
  const seen = new Set<number>();
  return async (rows) =>
    (await view(rows)).filter(({ row: { runId } }) => {
      if (runId === null) return true;
      const isFirst = !seen.has(runId);
      seen.add(runId);
      return isFirst;
    });
}

async function countOfRuns(
  { store }: OfficeServices,
  { organisationId }: OfficeAccess,
  rows: JournalPage['rows'],
): Promise<ReadonlyMap<number, number>> {
  const ids = rows.flatMap((row) => ('runId' in row && row.runId !== null ? [row.runId] : []));
  return countRows(store.members, organisationId, [...new Set(ids)]);
}

async function toFilter(
  db: OfficeServices['store']['members'],
  access: OfficeAccess,
  { membershipId, byPerson, runId, from, until, hasRunsOnce }: OfficeJournalQuery,
): Promise<JournalFilter> {
  // What an officer or a reader sees of a run is known only after its rows are read.
  const conditions = {
    byPerson,
    runId,
    from,
    until,
    hasRunsOnce: hasRunsOnce && managesMembers(access.role),
  };
  if (membershipId === null) return { records: null, ...conditions };
  const records = await findMemberHistory(db, access.organisationId, membershipId);
  const person = records.find(({ kind }) => kind === 'person')?.recordId ?? null;
  const mayRead = person === null ? access.onlyChapters === null : await isKnown(db, access, person);
  if (!mayRead) throw noSuchMembership();
  return { records, ...conditions };
}

async function isKnown(db: OfficeServices['store']['members'], access: OfficeAccess, personId: number) {
  return (await findKnown(db, access, [personId])).has(personId);
}

const cursorSchema = z.strictObject({
  members: z.int().nullable(),
  // PostgreSQL fails on a text with a NUL character.
  accounts: z.tuple([z.int(), z.string().regex(/^[^\0]{0,100}$/), z.int()]).nullable(),
});

function readCursor(text: string | null): JournalCursor {
  if (text === null) return { members: null, accounts: null };
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    throw mustBe('Before', 'the "Next" of an earlier response');
  }
}

/** @param counts of the runs; null: they are not asked for, or not for the caller to know */
function toJson(
  row: JournalRow | AccountRow,
  names: JournalNames,
  access: OfficeAccess,
  counts: ReadonlyMap<number, number> | null,
): OfficeChange {
  const { kind, id } = row.actor;
  const head = {
    Time: row.at.toISOString(),
    By: {
      Kind: kind,
      ID: kind === 'command' || kind === 'clock' ? null : id,
      Name: names.ofActor(row.actor),
    },
    Reason: row.reason,
    Operation: row.operation,
    Values: toValues(row.changes ?? {}, names),
  };
  if (!('position' in row)) return { ...head, ...toAccountSubject(row, names) };
  const run = row.runId === null ? null : names.ofRun(row.runId);
  return {
    ...head,
    Position: String(row.position),
    Run:
      row.runId === null
        ? null
        : {
            ID: String(row.runId),
            // The imported file, the merged people, or the bulk change.
            Source: managesMembers(access.role) ? (run?.source ?? null) : null,
            IsMerge: run?.isMerge ?? false,
            IsBulk: run?.isBulk ?? false,
            Count: counts?.get(row.runId) ?? null,
          },
    Kind: row.kind,
    ID: String(row.recordId),
    Name: names.ofRecord(row) ?? nameInValues(row),
    MembershipID: toText(names.membershipOf(row)),
    CannotUndo: whyNeverUndone(row) ?? whyMayNotUndo(access.role, row),
  };
}

function toAccountSubject(row: AccountRow, names: JournalNames) {
  const person = row.personId === null ? null : { kind: 'person' as const, recordId: row.personId };
  const other = row.webhookId ?? row.clientId ?? '';
  return {
    Position: null,
    Run: null,
    Kind: row.kind,
    ID: person === null ? other : String(person.recordId),
    Name: person === null ? names.ofClient(other) : names.ofRecord(person),
    MembershipID: person === null ? null : toText(names.membershipOf(person)),
    CannotUndo: row.operation === 'made' ? 'it changed no data' : 'it is about a sign-in or a client',
  };
}

function nameInValues({ changes, operation }: JournalRow): string | null {
  if (operation !== 'removed' || changes === null) return null;
  const of = (name: string) => {
    const value = lookUp(changes, name);
    return typeof value === 'string' ? value : '';
  };
  const person = `${of('FirstName')} ${of('LastName')}`.trim();
  return person || of('Name') || of('Type') || of('Organisation') || null;
}

/** The changed values, with the names of types, chapters and categories. */
function toValues(changes: Record<string, unknown>, names: JournalNames): OfficeChange['Values'] {
  // The author and the time of a note are not shown.
  const shown = Object.entries(changes).filter(([field]) => !isOfNote(field) || isNoteText(field));
  return shown.map(([field, change]) => {
    const [before, after]: unknown[] = Array.isArray(change) && change.length === 2 ? change : [change, null];
    const named = (value: unknown): unknown => withName(value, (id) => names.inValue(field, id));
    return {
      Field: isOfNote(field) ? 'Note' : field,
      Before: named(before) ?? null,
      After: named(after) ?? null,
    };
  });
}

function withName(value: unknown, nameOf: (id: number) => string | null): unknown {
  if (Array.isArray(value)) return value.map((one) => withName(one, nameOf));
  const id: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'ID') : value;
  const name = nameOf(Number(id));
  return name === null ? value : { ID: String(id), Name: name };
}

function toText(id: number | null): string | null {
  return id === null ? null : String(id);
}

/** Rows of one change, such as those of a member and their person. */
const maxTogether = 100;
const expectedBody = `must have Position, Positions (at most ${maxTogether}) or Run, and may have Force`;
const number = z.string().regex(/^[1-9]\d{0,14}$/, { error: 'must be a number' });
const undoSchema = z.union(
  [
    z.strictObject({ Position: number, Force: z.boolean().default(false) }),
    z.strictObject({ Positions: z.array(number).min(1).max(maxTogether), Force: z.boolean().default(false) }),
    z.strictObject({ Run: number, Force: z.boolean().default(false) }),
  ],
  { error: expectedBody },
);

/**
 * POST: restores the values from before a change or a run. With `Validate-Only: true`, only says what would happen. If
 * a run takes longer than a moment, the response is its progress. `Validate-Only: true` then asks again, also for the
 * end of an undo.
 */
export async function undoFromOffice(context: Context, services: OfficeRouteServices): Promise<Response> {
  const access = await checkOffice(context, services, 'undo');
  const { json } = await readJson(context, { types: ['application/json'], maxBytes: maxBodyBytes });
  const body = undoSchema.safeParse(json);
  if (!body.success) throw new ApiError('invalid_request', `The body ${expectedBody}`);
  const isTrial = readFlag(context, 'Validate-Only');
  const wanted: Undo = { isTrial, isForced: body.data.Force, reason: readReason(context) };
  if ('Run' in body.data)
    return undoRun(context, services, access, { ...wanted, runId: Number(body.data.Run) });
  const position = ('Positions' in body.data ? body.data.Positions : [body.data.Position]).map(Number);
  const name = `the change ${position.join(' and ')}`;
  const result = await undo(services, access, { ...wanted, name, of: { position } });
  if (result.Rows === 0) throw notInJournal(name);
  return respondWithUndo(context, result, isTrial);
}

interface Undo {
  isTrial: boolean;
  isForced: boolean;
  reason: string | null;
}

async function undoRun(
  context: Context,
  services: OfficeRouteServices,
  access: OfficeAccess,
  { runId, ...wanted }: Undo & { runId: number },
): Promise<Response> {
  const { store, undos, logError } = services;
  const { isTrial, isForced } = wanted;
  const { organisationId, personId, role } = access;
  const keyOf = (kind: string) => [kind, organisationId, personId, runId].join(' ');
  const before = isTrial ? await undos.find(keyOf('undo')) : null;
  if (before !== null)
    return before.end === null
      ? respondWithProgress(context, before, false)
      : respondWithEnd(context, before.end);
  const name = `import ${runId}`;
  const total = (await countRows(store.members, organisationId, [runId])).get(runId) ?? 0;
  if (total === 0) throw notInJournal(name);
  const state = await undos.run({
    // What a check finds depends on more than the run.
    key: keyOf(isTrial ? `trial ${role} ${isForced}` : 'undo'),
    total,
    work: async (onProgress) => {
      const result = await undo(services, access, { ...wanted, name, of: { runId }, onProgress });
      return { result, problem: isRefused(result) ? 'values have changed since the preview' : '' };
    },
    describe: (error) => {
      if (error instanceof ApiError) return error.description;
      if (error instanceof RefusedWrite) return error.message;
      logError(error);
      return 'an unexpected error, which the log of the server describes';
    },
  });
  if (state.end === null) return respondWithProgress(context, state, isTrial);
  if (state.end.result === null) return respondWithEnd(context, state.end);
  return respondWithUndo(context, state.end.result, isTrial);
}

async function undo(
  services: OfficeRouteServices,
  access: OfficeAccess,
  {
    name,
    of,
    isTrial,
    isForced,
    reason,
    onProgress,
  }: Undo & { name: string } & Pick<UndoRequest, 'of' | 'onProgress'>,
): Promise<UndoResult> {
  const { organisationId } = access;
  // A trial writes nothing, so it needs no recent sign-in. The page asks for one when the undo is sent.
  const author = isTrial ? { ...access, signedInAt: services.clock() } : access;
  const cause = byCaller(author, reason ?? `undo ${name}`);
  const guard = (writer: MembersWriter) => findUndoRights(writer, access, { now: services.clock(), isTrial });
  const request = { of, isForced, isTrial, guard, onProgress };
  const result = await undoChange(services.store, { ...services, organisationId, cause }, request);
  return toResult(services, access, result);
}

function notInJournal(name: string): ApiError {
  return new ApiError('not_found', `There is no ${name.replace(/^the /, '')} in the journal`);
}

function isRefused({ Undone, ConflictCount }: UndoResult): boolean {
  return Undone === 0 && ConflictCount > 0;
}

function respondWithUndo(context: Context, result: UndoResult, isTrial: boolean): Response {
  if (isRefused(result) && !isTrial) throw new ApiError('conflict', 'Nothing was undone', {}, { ...result });
  return context.json(result, 200, noStore);
}

function respondWithProgress(context: Context, { done, total }: UndoState, isTrial: boolean): Response {
  const body: z.infer<typeof undoProgressSchema> = {
    Progress: { IsTrial: isTrial, Done: done, Total: total },
  };
  return context.json(body, 200, noStore);
}

function respondWithEnd(context: Context, { result, problem }: UndoEnd): Response {
  const ended = { Undone: result?.Undone ?? 0, Problem: problem === '' ? null : problem };
  const body: z.infer<typeof undoEndSchema> = { Ended: ended };
  return context.json(body, 200, noStore);
}

async function toResult(
  { store }: OfficeServices,
  access: OfficeAccess,
  { rows, undone, conflicts, sharedNumbers }: JournalUndo,
): Promise<UndoResult> {
  const first = conflicts.slice(0, maxConflicts);
  const names = await readJournalNames(store, access, [], first);
  return {
    Rows: rows,
    Undone: undone,
    SharedNumbers: sharedNumbers.map(({ number }) => number),
    ConflictCount: conflicts.length,
    Conflicts: first.map(({ kind, recordId, field, reason }) => ({
      Kind: kind,
      ID: String(recordId),
      Name: names.ofRecord({ kind, recordId }),
      Field: field,
      Reason: reason,
    })),
  };
}
