/** A membership ends when its last day has passed. The author of this change is the clock (docs/decisions.md, J14). */
import { addDays, dateInZone } from '@/lib/base/clock';
import type { Store } from '@/lib/store/database';
import { Journal, readJournalPosition, type Cause } from '@/lib/store/journal';
import { validTimeZone } from '@/lib/store/valid-values';
import { inWriteTransaction } from '@/lib/store/write-transaction';

/** After a longer jump, a wrong clock is more likely than a server that was stopped. */
const maxJumpDays = 31;
const cause: Cause = { actor: { kind: 'clock', id: '' }, reason: null };

/** The days for which the journal does not yet show which memberships ended. */
export interface WaitingLapses {
  organisationId: number;
  /** The latest run recorded the memberships whose last day was `from` or earlier. */
  from: string;
  /** Yesterday, in the organisation's time zone. */
  through: string;
  /** The clock jumped so far that somebody must confirm it. */
  needsConfirmation: boolean;
}

/**
 * All organisations in which a day has ended since the last run, or whose last recorded day is far in the future. While
 * there are none, the work grows with the number of time zones and not with the number of organisations.
 */
export async function findWaitingLapses({ members }: Store, now: Date): Promise<WaitingLapses[]> {
  const zones = await members.selectFrom('organisation').select('time_zone').distinct().execute();
  if (zones.length === 0) return [];
  const rows = await organisationStates(members)
    .where((is) =>
      is.or(
        zones.map(({ time_zone: zone }) =>
          is.and([
            is('time_zone', '=', zone),
            is.or([is('lapsed_through', 'is', null), is('lapsed_through', '<>', yesterdayIn(zone, now))]),
          ]),
        ),
      ),
    )
    .orderBy('id')
    .execute();
  return rows.flatMap((row) => toWaiting(row, now) ?? []);
}

/** Like `findWaitingLapses`, for one organisation. */
export async function findWaitingLapse(
  { members }: Pick<Store, 'members'>,
  { organisationId, now }: { organisationId: number; now: Date },
): Promise<WaitingLapses | null> {
  const row = await organisationStates(members).where('id', '=', organisationId).executeTakeFirst();
  return row === undefined ? null : toWaiting(row, now);
}

function organisationStates(db: Store['members']) {
  return db
    .selectFrom('organisation')
    .leftJoin('journal_state', 'journal_state.organisation_id', 'organisation.id')
    .select(['id', 'time_zone', 'lapsed_through']);
}

function toWaiting(
  row: { id: number; time_zone: string; lapsed_through: string | null },
  now: Date,
): WaitingLapses | null {
  const through = yesterdayIn(row.time_zone, now);
  const from = row.lapsed_through ?? '';
  // If the clock was far ahead and has been corrected, `from` is in the future. Without this check, nothing would be
  // recorded until that day.
  const isFarBack = from > addDays(through, maxJumpDays);
  if (from >= through && !isFarBack) return null;
  const needsConfirmation = isFarBack || (from !== '' && addDays(from, maxJumpDays) < through);
  return { organisationId: row.id, from, through, needsConfirmation };
}

function yesterdayIn(timeZone: string, now: Date): string {
  return addDays(dateInZone(now, validTimeZone(timeZone)), -1);
}

export function describeWaiting({ organisationId, from, through }: WaitingLapses): {
  text: string;
  fix: string;
} {
  return {
    text: `the date of organisation ${organisationId} jumped from ${from} to ${through}; until that is confirmed, the journal does not record memberships that end, and keeps old changes`,
    fix: `Correct the clock, or confirm the date: ./chapterhouse clock accept --organisation ${organisationId}`,
  };
}

/**
 * Adds a `lapsed` row for each approved membership whose last day has passed since the last run. The first run for an
 * organisation adds none: memberships that ended before the journal began have no row.
 * @param isConfirmed whether a jump of more than 31 days is correct
 * @returns the number of rows
 */
export async function recordLapses(
  store: Store,
  { organisationId, now, isConfirmed }: { organisationId: number; now: Date; isConfirmed: boolean },
): Promise<number> {
  return inWriteTransaction(store, organisationId, async (db) => {
    // The days are read again under the lock, because another process may have recorded them meanwhile.
    const waiting = await findWaitingLapse({ members: db }, { organisationId, now });
    if (waiting === null || (waiting.needsConfirmation && !isConfirmed)) return 0;
    const { from, through } = waiting;
    const position = await readJournalPosition(db, organisationId);
    const journal = new Journal(db, { organisationId, now: now.getTime(), cause, position });
    const lapsed = from === '' ? [] : await findEnded(db, { organisationId, from, through });
    await journal.add(
      lapsed.map((recordId) => ({ kind: 'membership', recordId, operation: 'lapsed', changes: null })),
    );
    const newest = await journal.finish();
    await db
      .insertInto('journal_state')
      .values({ organisation_id: organisationId, position: newest, kept_after: 0, lapsed_through: through })
      .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet({ lapsed_through: through }))
      .execute();
    return lapsed.length;
  });
}

/** Returns the IDs of approved memberships that ended. They are sorted by the last day, then by ID. */
async function findEnded(
  db: Store['members'],
  { organisationId, from, through }: { organisationId: number; from: string; through: string },
): Promise<number[]> {
  const rows = await db
    .selectFrom('membership')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('is_approved', '=', 1)
    .where('is_owing', 'in', [0, 1])
    .where('expiry_date', '>', from)
    .where('expiry_date', '<=', through)
    .orderBy('expiry_date')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}
