/** The restored database must not use the IDs and journal positions of the replaced one again. */
import type { CountedTable } from '@/lib/membership-store/member-index';
import type { GivenOut } from '@/lib/membership-backup/record-restore';
import type { DatabaseLock } from '@/lib/sql/sqlite-lock';

export interface ReplacedState extends GivenOut {
  organisationId: number;
  name: string;
  members: number;
}

const tables = [
  'person',
  'membership',
  'location',
  'membership_type',
  'category',
  'chapter',
  'addon',
  'extra',
] as const satisfies CountedTable[];

/** null: the database cannot be read, or an early release made it. */
export function readReplacedState(lock: DatabaseLock): ReplacedState[] | null {
  try {
    return lock.rows('select id, name from organisation order by id').map((row) => {
      const organisationId = Number(row.id);
      const highest = (from: string, column = 'id', where = '') =>
        Number(
          lock.rows(
            `select max(${column}) as found from ${from} where organisation_id = ${organisationId}${where}`,
          )[0]?.found ?? 0,
        );
      return {
        organisationId,
        name: String(row.name),
        members: Number(
          lock.rows(`select count(*) as found from membership where organisation_id = ${organisationId}`)[0]
            ?.found,
        ),
        position: highest('journal_state', 'position'),
        highestIds: new Map(
          tables.map((table) => [
            table,
            Math.max(highest(table), highest('last_id', 'id', ` and table_name = '${table}'`)),
          ]),
        ),
      };
    });
  } catch {
    return null;
  }
}
