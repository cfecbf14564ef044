import type { Places } from '@/lib/map/geo/places';
import type { MembersWriter } from '@/lib/store/members-writer';
import { maxNotes } from '@/lib/store/notes';
import { numberKey } from '@/lib/store/membership-numbers';
import { DuplicateFinder } from '@/lib/changes/find-duplicates';
import { findNameProblem } from '@/lib/changes/name-problem';
import { likenessText } from '@/lib/messages/office-duplicates';
import type { MemberRecord, NoteRecord, PersonRecord } from '@/lib/store/schema/records';
import { buildMembership, type BuildContext } from './build-member';
import type { Answers, GroupedProblem } from './causes';
import { doubtKind, doubtMatch } from './doubt-match';
import type { ErasedRows } from './erased-rows';
import { findPaymentField, refusalTexts, type WriteRights } from '@/lib/store/write-rights';
import { describeHolder, MemberMatcher, type Match } from './match-members';
import { asStored, type MemberRow, type ReadRow } from './member-row';
import type { ValueOptions } from './read-value';
import type { ImportContext } from './import-context';
import type { RowChanges } from './row-changes';
import { RowError } from './row-error';
import type { Identity } from './row-identity';
import { settleCells, type OwnExport } from './settle-cells';
import type { StructureNames } from './structure-names';
import { bundleOf } from './bundles';
import { RowValues } from './row-values';
import { describeIdentity, describeRow, fullNameKey, hasKey, type Survey } from './survey';
import { toCsvHeader } from './to-csv';

export interface WrittenRows {
  created: number;
  updated: number;
  unchanged: number;
  /** The number of new memberships without an expiry date. */
  endless: number;
  /** Rows that contradict stored data. */
  bad: GroupedProblem[];
  doubts: GroupedProblem[];
  /** Cells that a spreadsheet has changed, for which the stored values are kept. */
  restored: GroupedProblem[];
  unplaced: number;
  /** The number of people whose coordinates were not imported. */
  homesLeftOut: number;
  /** The memberships in the file, including those of unreadable rows. */
  ids: Set<number>;
  /** The new persons who may be members already, or occur twice in the file. */
  duplicates: GroupedProblem[];
  /** The number of unreadable rows whose member is unknown. */
  unknown: number;
}

interface Writing extends BuildContext {
  writer: MembersWriter;
  matcher: MemberMatcher;
  survey: Survey;
  result: WrittenRows;
  /** The line of each new person. */
  added: Map<number, number>;
  changes: RowChanges | null;
  rights: WriteRights;
  answers: Answers;
  /** The line that each written membership comes from. */
  lines: Map<number, number>;
  /** null: the organisation is not stored yet. */
  own: OwnExport | null;
  importedBy: WriteRowsContext['importedBy'];
  onProgress: ImportContext['onProgress'];
}

export interface WriteRowsContext {
  survey: Survey;
  names: StructureNames;
  values: ValueOptions;
  places: Places | null;
  mayPlacePeople: boolean;
  source: string;
  listsNobody: boolean;
  today: string;
  /** Whose notes are imported. `personId` 0: nobody's, because a command imports. `at`: in milliseconds since 1970. */
  importedBy: { personId: number; at: number };
  /** The skipped rows, which `rows` does not contain. */
  erased: Pick<ErasedRows, 'identities'>;
  /** Receives the changes of each row. null: nobody needs them. */
  changes: RowChanges | null;
  answers: Answers;
  onProgress: ImportContext['onProgress'];
}

export async function writeRows(
  writer: MembersWriter,
  rows: AsyncIterable<ReadRow[]>,
  { survey, source, erased, ...context }: WriteRowsContext,
): Promise<WrittenRows> {
  const result: WrittenRows = {
    created: 0,
    updated: 0,
    unchanged: 0,
    endless: 0,
    bad: [],
    doubts: [],
    restored: [],
    unplaced: 0,
    homesLeftOut: 0,
    ids: new Set(),
    duplicates: [],
    unknown: 0,
  };
  const structure = writer.structure.current;
  const writing: Writing = {
    ...context,
    writer,
    rights: await writer.rights(),
    own: structure && { structure, columns: toCsvHeader(structure) },
    survey,
    result,
    lines: new Map(),
    added: new Map(),
    matcher: new MemberMatcher(writer, { survey, source, answers: context.answers }),
    nextLocationId: () => writer.nextId('location'),
    onUnplaced: () => (result.unplaced += 1),
    onHomeLeftOut: () => (result.homesLeftOut += 1),
  };
  for await (const some of rows) {
    const isLeft = (line: number) => survey.badLines.has(line) || survey.leftLines.has(line);
    const good = some.flatMap(({ row }) =>
      row === null || isLeft(row.line) ? [] : survey.employers.withParent(row, context.answers),
    );
    await writeTogether(good, writing);
  }
  for (const identity of survey.unread) await noteUnread(identity, writing);
  for (const identity of [...survey.left, ...erased.identities]) {
    for (const id of await writing.matcher.findByIdentity(identity)) result.ids.add(id);
  }
  result.duplicates = await findDuplicatesOf(writing);
  return result;
}

/** All new persons are compared at once, because a file may have tens of thousands. */
async function findDuplicatesOf({ writer, added, onProgress }: Writing): Promise<GroupedProblem[]> {
  if (added.size === 0) return [];
  const pairs = await writer
    .part(DuplicateFinder)
    .listOf(added, (done, total) => onProgress?.({ phase: 'duplicates', done, total }));
  const found = pairs.map(({ persons: [one, other], by }): GroupedProblem => {
    // If both are in the file, the later row is the second one.
    const isFirstNew = (added.get(one.person.id) ?? 0) > (added.get(other.person.id) ?? 0);
    const [fresh, known] = isFirstNew ? [one, other] : [other, one];
    const line = added.get(fresh.person.id) ?? 0;
    const column = by.includes('email') ? 'Email' : by.includes('phone') ? 'Phone' : 'LastName';
    const { firstName, lastName, organisation } = fresh.person;
    const value = `${firstName} ${lastName}`.trim() || organisation;
    const knownLine = added.get(known.person.id);
    const where = knownLine === undefined ? `membership ${known.membershipId}` : `line ${knownLine}`;
    const name = `${known.person.firstName} ${known.person.lastName}`.trim() || known.person.organisation;
    const common = by.map((one) => likenessText[one]).join(', ');
    const reason = `may be the same person as ${name} (${where}): ${common}`;
    return { line, column, value, reason, cause: 'possible-duplicate' };
  });
  return found.sort((a, b) => a.line - b.line);
}

async function writeTogether(rows: MemberRow[], writing: Writing): Promise<void> {
  const known = new Set<number>();
  for (const row of rows) for (const { id } of await writing.matcher.candidates(row)) known.add(id);
  const stored =
    known.size === 0
      ? new Map<number, MemberRecord>()
      : await writing.writer.memberships.findMany([...known]);
  const persons = new Map<number, PersonRecord>();
  for (const row of rows) {
    try {
      await writeRow(row, { stored, persons }, writing);
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      const { column, value, message: reason, cause } = error;
      writing.result.bad.push({
        line: row.line,
        column,
        value,
        reason,
        cause,
        name: describeRow(row.values),
      });
      await noteUnread(row.identity, writing);
    }
  }
}

async function writeRow(
  given: MemberRow,
  known: { stored: Map<number, MemberRecord>; persons: Map<number, PersonRecord> },
  writing: Writing,
): Promise<void> {
  const { matcher, writer, result, lines } = writing;
  const candidates = await matcher.candidates(given);
  const match = await matcher.choose(given, {
    candidates,
    // An earlier row of this batch may have written this member.
    read: async (id) => known.stored.get(id) ?? (lines.has(id) ? await writer.memberships.find(id) : null),
    written: lines,
  });
  if (match.doubt !== null) ask(given, match.doubt, writing);
  const { stored } = match;
  if (stored !== null) {
    result.ids.add(stored.membership.id);
    requireFirst(given, stored, lines);
  }
  const meant = stored === null ? given : asStored(given, stored.membership.kind);
  const isTaken = candidates.some(({ by }) => by === 'number');
  const left = numberLeft(given, match, isTaken);
  if (left !== '') noteLeftNumber(given, left, stored, writing);
  const row = settle(left === '' ? meant : withoutNumber(meant), stored, writing);
  const { person, before } = await matcher.person(row, stored, known.persons);
  const parentId = await matcher.parentId(row);
  if (parentId === null && bundleOf(row.values) !== '' && row.kind === 'individual') {
    const value = bundleOf(row.values);
    const reason = 'is the bundle of no company: the row is imported without one';
    const problem = { line: row.line, column: 'BundleID', value, reason, cause: 'no-company' } as const;
    result.restored.push({ ...problem, name: describeRow(row.values) });
  }
  const id = stored?.membership.id ?? (await matcher.newMembershipId(row));
  const membership = await buildMembership(
    row,
    {
      id,
      stored: stored?.membership ?? null,
      parentId,
      freeNumber: () => writer.index.freeNumber(id, writing.survey.numbers),
    },
    writing,
  );
  const record = { person, membership };
  await requireWhole(row, { record, stored }, writer);
  requireRights(
    record,
    { person: stored?.person ?? before, membership: stored?.membership ?? null },
    writing,
  );
  await requireFreeNumber(row, { record, stored }, writing);
  await doubtRow(row, { record, match, before }, writing);
  known.persons.set(person.id, person);
  const outcome = await writer.memberships.put(record);
  result[outcome] += 1;
  if (outcome !== 'unchanged') writing.changes?.note(row.line, { record, stored, before }, writer);
  result.ids.add(membership.id);
  lines.set(membership.id, row.line);
  if (stored === null && before === null) writing.added.set(person.id, row.line);
  if (stored === null && membership.expiryDate === null) result.endless += 1;
  const takesIds = match.by === 'id' || match.by === 'external' || match.by === 'person';
  await matcher.addExternal(row, record, { number: left, takesIds });
  if (row.values.has('Committee')) await writer.committees.put(person.id, toSeats(row, writing));
  if (row.values.text('Note') !== '') await addNote(person.id, row.values.text('Note'), writing);
}

/** A later import of the same file adds no second note. */
async function addNote(personId: number, text: string, { writer, importedBy }: Writing): Promise<void> {
  const notes = await writer.notes.of(personId);
  if (notes.length >= maxNotes || notes.some((note) => note.text === text)) return;
  const note: NoteRecord = {
    id: await writer.notes.nextId(),
    text,
    writtenBy: importedBy.personId,
    writtenAt: importedBy.at,
    changedBy: null,
    changedAt: null,
  };
  await writer.notes.put({ id: personId, notes: [...notes, note] });
}

/** @throws RowError if an earlier row is about the same membership */
function requireFirst(
  { identity, values }: MemberRow,
  { membership }: MemberRecord,
  lines: ReadonlyMap<number, number>,
): void {
  const earlier = lines.get(membership.id);
  if (earlier === undefined) return;
  const [column, value] = describeIdentity(identity, values.text('Email'));
  throw new RowError(column, value, `is the same member as line ${earlier}`);
}

/**
 * The number in the row if it is not taken, or ''. Somebody who was found without it has a number here, and the row's
 * number may be that of another system.
 */
function numberLeft(
  { values }: MemberRow,
  { by, stored, hasForeignNumber, isOther }: Match,
  isTaken: boolean,
): string {
  const number = values.text('MembershipNumber');
  if (stored === null) return isOther && isTaken ? number : '';
  if (by === null || by === 'id' || by === 'number') return '';
  if (by === 'external' && !hasForeignNumber) return '';
  return numberKey(number) === numberKey(stored.membership.membershipNumber) ? '' : number;
}

function noteLeftNumber(
  { line, values }: MemberRow,
  value: string,
  stored: MemberRecord | null,
  { result }: Writing,
): void {
  const reason =
    stored === null
      ? 'is the number of another member here: the new member gets the next free one'
      : `is another number than ${stored.membership.membershipNumber}, which this member has here and keeps`;
  const name = describeRow(values);
  result.restored.push({ line, name, column: 'MembershipNumber', value, reason, cause: 'other-number' });
}

function withoutNumber(row: MemberRow): MemberRow {
  const values = new RowValues(row.values);
  values.delete('MembershipNumber');
  const identity = row.identity.by === 'number' ? ({ by: 'person', key: '' } as const) : row.identity;
  return { ...row, values, identity };
}

function settle(given: MemberRow, stored: MemberRecord | null, { own, result }: Writing): MemberRow {
  if (own === null) return given;
  const { row, doubts, restored } = settleCells(given, stored, own);
  const name = describeRow(given.values);
  result.doubts.push(...doubts.map((one) => ({ ...one, name })));
  result.restored.push(...restored.map((one) => ({ ...one, name })));
  return row;
}

/** @throws RowError if the row leaves a membership without a required value */
async function requireWhole(
  { values }: MemberRow,
  { record, stored }: { record: MemberRecord; stored: MemberRecord | null },
  writer: MembersWriter,
): Promise<void> {
  const { person, membership } = record;
  const unnamed = findNameProblem(person, { isContact: membership.kind === 'corporate' });
  if (unnamed !== null) throw new RowError(unnamed.field, '', unnamed.reason);
  if (stored === null && values.text('MembershipType') === '') {
    throw new RowError('MembershipType', '', 'is missing: a new membership needs a type');
  }
  if (stored?.membership.kind === 'corporate' && membership.kind === 'individual') {
    if ((await writer.subMemberships(membership.id)).length > 0) {
      const reason = 'would turn a corporate membership with sub-members into an individual one';
      throw new RowError('Kind', 'individual', reason);
    }
  }
}

/** @throws RowError if the membership gets the number of another one that no other row of the file has */
async function requireFreeNumber(
  row: MemberRow,
  { record: { membership }, stored }: { record: MemberRecord; stored: MemberRecord | null },
  writing: Writing,
): Promise<void> {
  const { matcher, survey } = writing;
  const { line } = row;
  const { membershipNumber } = membership;
  if (numberKey(membershipNumber) === numberKey(stored?.membership.membershipNumber ?? '')) return;
  const holder = await matcher.findHolder(membership);
  if (holder === null) return;
  if (!survey.numbers.isShared(membershipNumber)) {
    const taken = `is already the number of ${describeHolder(holder)}`;
    throw new RowError('MembershipNumber', membershipNumber, taken);
  }
  const other = survey.numbers.otherLine(membershipNumber, line);
  const reason =
    other === line ? 'is the number of both people in the row' : `is also the number in line ${other}`;
  const column = 'MembershipNumber';
  ask(row, { line, column, value: membershipNumber, reason, cause: 'shared-number' }, writing);
}

/** @throws RowError if the row is left out for this reason */
function ask(row: MemberRow, problem: GroupedProblem, { answers, result }: Writing): void {
  const { column, value, reason, cause } = problem;
  if (answers.of(problem) === 'leave-out-row') throw new RowError(column, value, reason, cause);
  result.doubts.push({ ...problem, name: describeRow(row.values) });
}

/** @throws RowError if the row changes an address that the author may not change */
function requireRights(
  { person, membership }: MemberRecord,
  before: { [K in keyof MemberRecord]: MemberRecord[K] | null },
  { rights }: Writing,
): void {
  const isMoved = before.person !== null && before.person.email !== person.email;
  const refusal = isMoved ? rights.address(person.id) : null;
  if (refusal !== null) throw new RowError('Email', person.email, refusalTexts[refusal]);
  const field = findPaymentField(membership, before.membership);
  const late = field === null ? null : rights.payment();
  if (field !== null && late !== null) throw new RowError(field, '', refusalTexts[late]);
}

async function doubtRow(
  row: MemberRow,
  { record, match, before }: { record: MemberRecord; match: Match; before: PersonRecord | null },
  writing: Writing,
): Promise<void> {
  const { writer, survey } = writing;
  const { person, membership } = record;
  const { stored } = match;
  const matched = stored?.person ?? before;
  const other =
    match.isAgreed && matched !== null && (match.by === 'id' || match.by === null)
      ? doubtMatch(row, matched)
      : null;
  if (other !== null) ask(row, other, writing);
  if (stored?.membership.standing === 'deceased' && membership.standing !== 'deceased') {
    const reason = 'is marked as deceased here: the row would make this person a member again';
    const value = membership.standingWord;
    ask(row, { line: row.line, column: 'Status', value, reason, cause: 'deceased-again-member' }, writing);
  }
  const kind = doubtKind(row, stored?.membership.kind ?? membership.kind);
  if (kind !== null) ask(row, kind, writing);
  if (stored !== null || membership.expiryDate !== null || hasKey(row.identity) || match.isOther) return;
  if (membership.kind === 'corporate') return;
  const { firstName, lastName } = person;
  if (!survey.knownNames.has(fullNameKey(row)) && !(await writer.index.hasName(firstName, lastName))) return;
  const value = `${firstName} ${lastName}`.trim();
  const reason =
    'has no number and no expiry date, and there is already a member with this name: the row would be a second membership without end';
  ask(row, { line: row.line, column: 'LastName', value, reason, cause: 'second-membership' }, writing);
}

/** The membership of an unreadable row counts as present in the file. */
async function noteUnread(identity: Identity | null, { matcher, result }: Writing): Promise<void> {
  const ids = identity === null ? [] : await matcher.findByIdentity(identity);
  if (ids.length === 0) result.unknown += 1;
  for (const id of ids) result.ids.add(id);
}

/** A name that belongs to no chapter means the organisation's own committee. */
function toSeats({ values }: MemberRow, { names }: Writing) {
  const seats = (values.get('Committee') ?? []).map(({ name, ...days }) => ({
    chapterId: names.chapter(name, null),
    ...days,
  }));
  const distinct = new Map(seats.map((seat) => [JSON.stringify(seat), seat]));
  return [...distinct.values()];
}
