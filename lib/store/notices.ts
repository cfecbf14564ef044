/** The settings of reminders, and the memberships that get none. `lib/notify/reminders` sends reminders. */
import type { Kysely } from 'kysely';
import { yearlyDays } from '@/lib/contract/notice-days';
import { parseNotices, type NoticeSettings } from '@/lib/contract/notice-settings';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { defaultNoticeTexts } from '@/lib/messages/mails';
import { toEntry } from './journal-members';
import { upsertRows } from './upsert';
import type { WriteState } from './write-state';

type Db = Kysely<MembersDatabase>;

const { before, last, after, yearly } = defaultNoticeTexts;

/** Until an association changes something, nothing is sent. */
const defaultSettings: NoticeSettings = {
  isOn: false,
  perMinute: 20,
  notices: [
    { ID: 5, Days: yearlyDays, On: false, Subject: yearly.subject, Text: yearly.text },
    { ID: 1, Days: -30, On: true, Subject: before.subject, Text: before.text },
    { ID: 2, Days: -7, On: true, Subject: before.subject, Text: before.text },
    { ID: 3, Days: 0, On: true, Subject: last.subject, Text: last.text },
    { ID: 4, Days: 14, On: true, Subject: after.subject, Text: after.text },
  ],
};

/** When reminders were last recorded and sent. */
export interface NoticeState {
  /**
   * The last date on which due reminders were recorded, in the association's time zone. null: due reminders have not
   * been recorded since reminders were switched on.
   */
  noticedThrough: string | null;
  /** The time when a person or a restored backup stopped the sending. */
  stoppedAt: Date | null;
  /** The time when the sending of the last email began. */
  claimedAt: Date;
}

/** Returns the defaults if the organisation has not changed any setting. */
export async function readNotices(db: Db, organisationId: number): Promise<NoticeSettings & NoticeState> {
  const row = await db
    .selectFrom('notice_settings')
    .select(['is_on', 'per_minute', 'notices', 'noticed_through', 'stopped_at', 'claimed_at'])
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  if (row === undefined)
    return { ...defaultSettings, noticedThrough: null, stoppedAt: null, claimedAt: new Date(0) };
  return {
    isOn: row.is_on === 1,
    perMinute: row.per_minute,
    notices: parseNotices(JSON.parse(row.notices)),
    noticedThrough: row.noticed_through,
    stoppedAt: row.stopped_at === null ? null : new Date(row.stopped_at),
    claimedAt: new Date(row.claimed_at),
  };
}

export async function isExcludedFromNotices(
  db: Db,
  organisationId: number,
  membershipId: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('notice_exclusion')
    .select('membership_id')
    .where('organisation_id', '=', organisationId)
    .where('membership_id', '=', membershipId)
    .executeTakeFirst();
  return row !== undefined;
}

export class NoticesWriter {
  readonly #state: WriteState;

  constructor(state: WriteState) {
    this.#state = state;
  }

  async settings(): Promise<NoticeSettings> {
    const { isOn, perMinute, notices } = await readNotices(this.#state.db, this.#state.organisationId);
    return { isOn, perMinute, notices };
  }

  /** 0: no reminder was recorded. */
  async highestId(): Promise<number> {
    const { db, organisationId } = this.#state;
    const row = await db
      .selectFrom('notice_mail')
      .select((is) => is.fn.max('notice_id').as('id'))
      .where('organisation_id', '=', organisationId)
      .executeTakeFirst();
    return Number(row?.id ?? 0);
  }

  /** A reminder is never sent if it became due while reminders were switched off. */
  async putSettings({ isOn, perMinute, notices }: NoticeSettings): Promise<void> {
    const { db, organisationId: id, journal } = this.#state;
    const old = await readNotices(db, id);
    const sorted = [...notices].sort((a, b) => a.Days - b.Days);
    const entries = toEntry('notice', id, {
      before: { id, isOn: old.isOn, perMinute: old.perMinute, notices: old.notices },
      after: { id, isOn, perMinute, notices: sorted },
    });
    if (entries.length === 0) return;
    const noticedThrough = old.isOn && isOn ? old.noticedThrough : null;
    await upsertRows(
      db,
      'notice_settings',
      ['organisation_id'],
      [
        {
          organisation_id: id,
          is_on: isOn ? 1 : 0,
          per_minute: perMinute,
          notices: JSON.stringify(sorted),
          noticed_through: noticedThrough,
          stopped_at: old.stoppedAt?.getTime() ?? null,
          claimed_at: old.claimedAt.getTime(),
        },
      ],
    );
    await journal.add(entries);
  }

  /**
   * Cancels the waiting reminders, if at most `atMost` wait. They stay recorded, so that nothing records them again.
   * @returns how many waited
   */
  async dropWaiting(atMost: number, now: Date): Promise<number> {
    const { db, organisationId, journal } = this.#state;
    const waiting = await db
      .selectFrom('notice_mail')
      .select((is) => is.fn.countAll().as('count'))
      .where('organisation_id', '=', organisationId)
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow();
    const count = Number(waiting.count);
    if (count === 0 || count > atMost) return count;
    await db
      .updateTable('notice_mail')
      .set({ state: 'dropped', changed_at: now.getTime() })
      .where('organisation_id', '=', organisationId)
      .where('state', '=', 'waiting')
      .execute();
    const changes = { WaitingReminders: [count, 0] as [number, number] };
    await journal.add([{ kind: 'notice', recordId: organisationId, operation: 'updated', changes }]);
    return count;
  }

  async isExcluded(membershipId: number): Promise<boolean> {
    return isExcludedFromNotices(this.#state.db, this.#state.organisationId, membershipId);
  }

  /** An excluded membership gets no reminders. */
  async setExcluded(membershipId: number, isExcluded: boolean): Promise<void> {
    const { db, organisationId, journal } = this.#state;
    const entries = toEntry('notice_exclusion', membershipId, {
      before: { id: membershipId, isExcluded: await this.isExcluded(membershipId) },
      after: { id: membershipId, isExcluded },
    });
    if (entries.length === 0) return;
    const row = { organisation_id: organisationId, membership_id: membershipId };
    if (isExcluded) await db.insertInto('notice_exclusion').values(row).execute();
    else
      await db
        .deleteFrom('notice_exclusion')
        .where('organisation_id', '=', organisationId)
        .where('membership_id', '=', membershipId)
        .execute();
    await journal.add(entries);
  }
}
