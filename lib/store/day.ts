import type { Kysely } from 'kysely';
import { addDays, dateInZone } from '@/lib/base/clock';
import type { FinancialStatus } from '@/lib/contract/words';
import type { MembersDatabase, OrganisationTable } from '@/lib/store/schema/members-schema';
import { prepareQuery } from '@/lib/store/sql/prepared-query';
import { validNoticeDays, validStatuses, validTimeZone } from './valid-values';

export interface Day {
  organisationId: number;
  version: number;
  timeZone: string;
  /** ISO date in the organisation's time zone. */
  today: string;
  /** The last expiry date for which a membership is `expiring`. */
  noticeEnd: string;
  listedStatuses: FinancialStatus[];
}

export async function readDay(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  now: Date,
): Promise<Day | null> {
  const [row] = await readRows(db, [organisationId]);
  if (row === undefined) return null;
  const key = [organisationId, Math.floor(now.getTime() / 60_000), ...Object.values(row)].join(' ');
  const last = lastDays.get(db);
  if (last?.key === key) return last.day;
  const day = toDay(organisationId, row, now);
  lastDays.set(db, { key, day });
  return day;
}

// In every time zone, dates begin on a full minute, so the day is the same for a whole minute.
const lastDays = new WeakMap<Kysely<MembersDatabase>, { key: string; day: Day }>();

function toDay(organisationId: number, row: DayRow, now: Date): Day {
  const timeZone = validTimeZone(row.time_zone);
  const today = dateInZone(now, timeZone);
  return {
    organisationId,
    version: row.version,
    timeZone,
    today,
    noticeEnd: addDays(today, validNoticeDays(row.notice_days)),
    listedStatuses: validStatuses(row.listed_statuses),
  };
}

type DayRow = Pick<OrganisationTable, 'version' | 'time_zone' | 'notice_days' | 'listed_statuses'>;

const readRows = prepareQuery((db: Kysely<MembersDatabase>) =>
  db
    .selectFrom('organisation')
    .select(['version', 'time_zone', 'notice_days', 'listed_statuses'])
    .where('id', '=', 0),
);
