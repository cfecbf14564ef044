import type { Kysely } from 'kysely';
import { writeRecord } from '@/lib/contract/fields/field';
import { memberFields } from '@/lib/contract/fields/membership';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { readMemberRecords, readMembershipIds } from '@/lib/store/member-records';
import { openRead } from '@/lib/store/lists/list';
import type { Store } from '@/lib/store/database';
import type { Structure, CommitteeSeatRecord, MemberRecord } from '@/lib/store/schema/records';
import { readStructure, structureNames } from '@/lib/store/structure';
import { toCsvLines } from '@/lib/base/csv-line';
import { archiveHeadFields, type ArchiveHead } from './archive';
import { ImportError } from './import-error';
import { writeParts, type PartsRequest, type WrittenParts } from '@/lib/transfer/archive/write-parts';
import { toCsvHeader, toCsvRow } from './to-csv';

/** The number of members that are read together. This number limits the memory of an export. */
const membersAtOnce = 500;

export interface ExportRequest {
  organisationId: number;
  format: 'json' | 'csv';
  /** What `json` contains besides members. Absent: nothing. */
  parts?: Pick<PartsRequest, 'hasSecrets' | 'isOwnClient'>;
}

/**
 * Writes all stored data about an organisation's members, including exact points. One consistent read gives all the
 * data. The import accepts a `json` export as it is. A `csv` export has one line for each membership, with the fields
 * that the import knows.
 * @throws ImportError if the organisation does not exist
 */
export async function exportMembers(
  store: Store,
  { organisationId, format, parts }: ExportRequest,
  write: (text: string) => Promise<void>,
): Promise<{ memberships: number; parts: WrittenParts | null }> {
  return openRead(store, {}, async (db) => {
    const structure = await readStructure(db, organisationId);
    if (structure === null) throw new ImportError(`There is no organisation ${organisationId}`);
    const ids = await readMembershipIds(db, organisationId);
    const isFull = format === 'json' && parts !== undefined;
    const seats = await readAllSeats(db, organisationId, { isFull });
    if (format === 'csv') await write(toCsvLines([toCsvHeader(structure)]));
    else await write(headText(structure, { seats, format: isFull ? 'chapterhouse-2' : 'chapterhouse-1' }));
    for (let start = 0; start < ids.length; start += membersAtOnce) {
      const records = await readMemberRecords(db, organisationId, ids.slice(start, start + membersAtOnce));
      if (format === 'csv') {
        const rows = records.map((record) => {
          const own = seats.filter(({ personId }) => personId === record.person.id);
          return toCsvRow(record, structure, own);
        });
        await write(toCsvLines(rows));
      } else {
        const lines = records.map((record) => JSON.stringify(toArchivedMembership(record, structure)));
        await write(`${start === 0 ? '' : ',\n'}${lines.join(',\n')}`);
      }
    }
    if (format === 'json') await write('\n]');
    const written = isFull
      ? await writeParts({ store, db, membershipIds: ids }, { organisationId, ...parts }, write)
      : null;
    if (format === 'json') await write('}\n');
    await db.rollback().execute();
    return { memberships: ids.length, parts: written };
  });
}

/**
 * The text of all parts except the memberships, and the opening of the list of memberships. Each list has one element
 * per line.
 */
function headText(structure: Structure, parts: Parameters<typeof toArchiveHead>[1]): string {
  const texts = Object.entries(toArchiveHead(structure, parts)).map(([name, value]) => {
    const lines = Array.isArray(value) && value.length > 0;
    const text = lines
      ? `[\n${value.map((one) => JSON.stringify(one)).join(',\n')}\n]`
      : JSON.stringify(value);
    return `${JSON.stringify(name)}:${text}`;
  });
  return `{${texts.join(',\n')},\n"Memberships":[\n`;
}

/**
 * Reads seats in the order of the persons, and then as the seats were entered. Without `isFull`, reads only the seats
 * of people who have a membership.
 */
async function readAllSeats(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  { isFull }: { isFull: boolean },
): Promise<CommitteeSeatRecord[]> {
  let query = db
    .selectFrom('committee_seat')
    .select(['person_id', 'chapter_id', 'starts_on', 'ends_on'])
    .where('organisation_id', '=', organisationId);
  if (!isFull) {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('membership')
          .select('membership.id')
          .whereRef('membership.person_id', '=', 'committee_seat.person_id')
          .where('membership.organisation_id', '=', organisationId),
      ),
    );
  }
  const rows = await query.orderBy('person_id').orderBy('position').execute();
  return rows.map((row) => ({
    personId: row.person_id,
    chapterId: row.chapter_id,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
  }));
}

function toArchiveHead(
  structure: Structure,
  { seats, format }: { seats: CommitteeSeatRecord[]; format: ArchiveHead['format'] },
) {
  const head = {
    format,
    organisation: structure.organisation,
    chapters: [...structure.chapters.values()],
    categories: [...structure.categories.values()],
    extras: [...structure.extras.values()],
    addons: [...structure.addons.values()],
    types: [...structure.types.values()],
    seats,
  };
  return writeRecord(archiveHeadFields, head, structureNames(structure));
}

/** Includes exact points, because an archive is only for the association. */
function toArchivedMembership({ membership, person }: MemberRecord, structure: Structure) {
  return writeRecord(memberFields, { ...membership, person }, structureNames(structure));
}
