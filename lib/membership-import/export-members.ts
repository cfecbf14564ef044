import type { Kysely } from 'kysely';
import type { MembersDatabase } from '@/lib/membership-store/members-schema';
import { readMemberRecords, readMembershipIds } from '@/lib/membership-store/member-records';
import { openRead } from '@/lib/membership-lists/list';
import type { Store } from '@/lib/membership-store/database';
import { readStructure, type Structure } from '@/lib/membership-store/structure';
import type { CommitteeSeatRecord } from '@/lib/membership-store/records';
import { toCsvLines } from './csv-line';
import { ImportError } from './import-error';
import { toArchivedMembership, toArchiveHead } from './to-archive';
import { toCsvHeader, toCsvRow } from './to-csv';

/** Members read at once: memory does not grow with their number. */
const membersAtOnce = 500;

/**
 * Everything stored about an organisation's members, in chunks, from one consistent read; includes exact points. `json`
 * can be imported again unchanged; `csv` has one line for each membership, with the fields that import knows.
 * @throws ImportError when the organisation does not exist
 */
export async function exportMembers(
  store: Store,
  { organisationId, format }: { organisationId: number; format: 'json' | 'csv' },
  write: (text: string) => Promise<void>,
): Promise<{ memberships: number }> {
  return openRead(store, {}, async (db) => {
    const structure = await readStructure(db, organisationId);
    if (structure === null) throw new ImportError(`There is no organisation ${organisationId}`);
    const ids = await readMembershipIds(db, organisationId);
    const seats = await readAllSeats(db, organisationId);
    if (format === 'csv') await write(toCsvLines([toCsvHeader(structure)]));
    else await write(headText(structure, seats));
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
    if (format === 'json') await write('\n]}\n');
    await db.rollback().execute();
    return { memberships: ids.length };
  });
}

/** All parts except the memberships, each list with one element a line, and the start of the memberships. */
function headText(structure: Structure, seats: CommitteeSeatRecord[]): string {
  const parts = Object.entries(toArchiveHead(structure, seats)).map(([name, value]) => {
    const lines = Array.isArray(value) && value.length > 0;
    const text = lines
      ? `[\n${value.map((one) => JSON.stringify(one)).join(',\n')}\n]`
      : JSON.stringify(value);
    return `${JSON.stringify(name)}:${text}`;
  });
  return `{${parts.join(',\n')},\n"Memberships":[\n`;
}

/** Seats of people who hold a membership, ordered by person and then as entered. */
async function readAllSeats(
  db: Kysely<MembersDatabase>,
  organisationId: number,
): Promise<CommitteeSeatRecord[]> {
  const rows = await db
    .selectFrom('committee_seat')
    .select(['person_id', 'chapter_id', 'starts_on', 'ends_on'])
    .where('organisation_id', '=', organisationId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('membership')
          .select('membership.id')
          .whereRef('membership.person_id', '=', 'committee_seat.person_id')
          .where('membership.organisation_id', '=', organisationId),
      ),
    )
    .orderBy('person_id')
    .orderBy('position')
    .execute();
  return rows.map((row) => ({
    personId: row.person_id,
    chapterId: row.chapter_id,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
  }));
}
