import type { CompiledQuery, Kysely } from 'kysely';
import { addDays, dateInZone } from '@/lib/clock';
import { financialStatusSchema, type FinancialStatus } from '@/lib/membership-api/resources';
import { z } from 'zod';
import type { MembersDatabase, OrganisationTable } from './members-schema';

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
  const query = dayQueries.get(db) ?? compileDayQuery(db);
  const { rows } = await db.executeQuery<DayRow>({ ...query, parameters: [organisationId] });
  const [row] = rows;
  if (row === undefined) return null;
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

/** Every request asks this; building the statement anew takes longer than answering it. */
const dayQueries = new WeakMap<Kysely<MembersDatabase>, CompiledQuery<DayRow>>();

function compileDayQuery(db: Kysely<MembersDatabase>): CompiledQuery<DayRow> {
  const query = db
    .selectFrom('organisation')
    .select(['version', 'time_zone', 'notice_days', 'listed_statuses'])
    .where('id', '=', 0)
    .compile();
  dayQueries.set(db, query);
  return query;
}
