import type { Places } from '@/lib/geo/places';
import { textKey } from '@/lib/text-key';
import type { MembersWriter } from '../store/members-writer';
import type { MemberRecord, PersonRecord } from '../store/records';
import { buildMembership, type BuildContext } from './build-member';
import type { BadValue } from './import-error';
import { MemberMatcher, RowError } from './match-members';
import type { MemberRow, ReadRow } from './member-row';
import type { ValueOptions } from './read-value';
import type { StructureNames } from './structure-names';
import type { Survey } from './survey';

export interface WrittenRows {
  created: number;
  updated: number;
  unchanged: number;
  /** Rows that contradict what is stored. */
  bad: BadValue[];
  unplaced: number;
  /** Of the memberships that the file has. */
  ids: Set<number>;
}

interface Writing extends BuildContext {
  writer: MembersWriter;
  matcher: MemberMatcher;
  result: WrittenRows;
}

/** Writes the good rows of a surveyed file. */
export async function writeRows(
  writer: MembersWriter,
  rows: AsyncIterable<ReadRow[]>,
  options: { survey: Survey; names: StructureNames; values: ValueOptions; places: Places | null },
): Promise<WrittenRows> {
  const { survey, names, values, places } = options;
  const result: WrittenRows = { created: 0, updated: 0, unchanged: 0, bad: [], unplaced: 0, ids: new Set() };
  const writing: Writing = {
    writer,
    matcher: new MemberMatcher(writer, survey),
    result,
    names,
    values,
    places,
    nextLocationId: () => writer.nextId('location'),
    onUnplaced: () => (result.unplaced += 1),
  };
  for await (const some of rows) {
    const good = some.flatMap(({ row }) => (row === null || survey.badLines.has(row.line) ? [] : row));
    await writeTogether(good, writing);
  }
  return result;
}

async function writeTogether(rows: MemberRow[], writing: Writing): Promise<void> {
  const known: number[] = [];
  for (const row of rows) {
    const id = await writing.matcher.findMembership(row);
    if (id !== null) known.push(id);
  }
  const stored =
    known.length === 0 ? new Map<number, MemberRecord>() : await writing.writer.findMembers(known);
  const persons = new Map<number, PersonRecord>();
  for (const row of rows) {
    try {
      await writeRow(row, { stored, persons }, writing);
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      writing.result.bad.push({
        line: row.line,
        column: error.column,
        value: error.value,
        reason: error.message,
      });
    }
  }
}

async function writeRow(
  row: MemberRow,
  known: { stored: Map<number, MemberRecord>; persons: Map<number, PersonRecord> },
  writing: Writing,
): Promise<void> {
  const { matcher, writer, result } = writing;
  const found = await matcher.findMembership(row);
  const isUnread = found !== null && row.identity.by !== 'id' && !known.stored.has(found);
  // Written by an earlier row of this very batch.
  const stored = isUnread ? await writer.findMember(found) : (known.stored.get(found ?? 0) ?? null);
  const person = await matcher.person(row, stored, known.persons);
  const parentId = await matcher.parentId(row);
  const id = stored?.membership.id ?? (await matcher.newMembershipId(row));
  const membership = await buildMembership(
    row,
    { id, stored: stored?.membership ?? null, parentId },
    writing,
  );
  known.persons.set(person.id, person);
  result[await writer.putMember({ person, membership })] += 1;
  result.ids.add(membership.id);
  if (row.values.has('Committee')) await writer.putCommitteeSeats(person.id, toSeats(row, writing));
}

/** A name that is no chapter's is the organisation's own committee. */
function toSeats({ values }: MemberRow, { names }: Writing) {
  const seats = (values.get('Committee') ?? '').split('\n').filter((seat) => seat !== '');
  return [...new Set(seats)].map((seat) => {
    const [name = '', from, until] = seat.split('\t');
    const chapterId = names.chapters.get(textKey(name)) ?? null;
    return { chapterId, startsOn: from || null, endsOn: until || null };
  });
}
