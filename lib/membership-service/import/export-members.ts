import type { Kysely } from 'kysely';
import type { MembersDatabase } from '../store/members-schema';
import { readMemberRecords, readMembershipIds } from '../store/member-records';
import { openRead } from '../store/list';
import type { Store } from '../store/database';
import { readStructure, type Structure } from '../store/structure';
import type { CommitteeSeatRecord } from '../store/records';
import { ImportError } from './import-error';
import { toArchivedMembership, toArchiveHead } from './to-archive';
import { toCsvHeader, toCsvRow } from './to-csv';

/** Members read at once: memory does not grow with their number. */
const membersAtOnce = 500;

/**
 * Everything that is stored of an organisation's members, in pieces, from one consistent read; exact points included.
 * `json` can be imported again as it is; `csv` has one line for each membership, with the fields that import knows.
 * @throws ImportError when there is no such organisation
 */
export async function exportMembers(
  store: Store,
  { organisationId, format }: { organisationId: number; format: 'json' | 'csv' },
  write: (text: string) => Promise<void>,
): Promise<{ memberships: number }> {
  return openRead(store, async (db) => {
    const structure = await readStructure(db, organisationId);
    if (structure === null) throw new ImportError(`There is no organisation ${organisationId}`);
    const ids = await readMembershipIds(db, organisationId);
    const seats = await readAllSeats(db, organisationId);
    if (format === 'csv') await write(toCsvHeader(structure));
    else await write(headText(structure, seats));
    for (let start = 0; start < ids.length; start += membersAtOnce) {
      const records = await readMemberRecords(db, organisationId, ids.slice(start, start + membersAtOnce));
      const lines = records.map((record) =>
        format === 'csv'
          ? toCsvRow(
              record,
              structure,
              seats.filter(({ personId }) => personId === record.person.id),
            )
          : JSON.stringify(toArchivedMembership(record, structure)),
      );
      if (format === 'csv') await write(lines.join(''));
      else await write(`${start === 0 ? '' : ',\n'}${lines.join(',\n')}`);
    }
    if (format === 'json') await write('\n]}\n');
    await db.rollback().execute();
    return { memberships: ids.length };
  });
}

/** All parts but the memberships, each list with one element a line, and the start of the memberships. */
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

/** Seats of people who hold a membership, in the order of the people and then as they were put. */
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
