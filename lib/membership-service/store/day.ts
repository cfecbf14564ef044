import type { Kysely } from 'kysely';
import { addDays, dateInZone } from '@/lib/clock';
import { financialStatusSchema, type FinancialStatus } from '@/lib/membership-api/resources';
import { z } from 'zod';
import type { MembersDatabase, OrganisationTable } from './members-schema';
import { prepareQuery } from './prepared-query';

/** An organisation as one request sees it: its date today, and the version of its data. */
export interface Day {
  organisationId: number;
  version: number;
  timeZone: string;
  /** ISO date in the organisation's zone. */
  today: string;
  /** The last day with which a membership is `expiring`. */
  noticeEnd: string;
  listedStatuses: FinancialStatus[];
}

/** Today at an organisation; null when there is none of that ID. */
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

/** Whether there is an organisation of this ID: the same question to the database as `readDay`, so asked with it in one. */
export async function hasOrganisation(db: Kysely<MembersDatabase>, organisationId: number): Promise<boolean> {
  return (await readRows(db, [organisationId])).length > 0;
}

/** The last day that was made: in any zone a date begins with a minute, and making one takes longer than reading its row. */
const lastDays = new WeakMap<Kysely<MembersDatabase>, { key: string; day: Day }>();

function toDay(organisationId: number, row: DayRow, now: Date): Day {
  const today = dateInZone(now, row.time_zone);
  return {
    organisationId,
    version: row.version,
    timeZone: row.time_zone,
    today,
    noticeEnd: addDays(today, row.notice_days),
    listedStatuses: z.array(financialStatusSchema).parse(JSON.parse(row.listed_statuses)),
  };
}

type DayRow = Pick<OrganisationTable, 'version' | 'time_zone' | 'notice_days' | 'listed_statuses'>;

const readRows = prepareQuery((db: Kysely<MembersDatabase>) =>
  db
    .selectFrom('organisation')
    .select(['version', 'time_zone', 'notice_days', 'listed_statuses'])
    .where('id', '=', 0),
);
