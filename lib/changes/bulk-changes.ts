import type { Kysely } from 'kysely';
import type { BulkChangeTable, MembersDatabase } from '@/lib/store/schema/members-schema';
import type { PersonTraces } from '@/lib/store/person-traces';
import { upsertRows } from '@/lib/store/upsert';
import type { WriteState } from '@/lib/store/write-state';

type Db = Kysely<MembersDatabase>;
export type BulkState = BulkChangeTable['state'];

/** A change, or invitations, to many members. Times are in milliseconds since 1970. */
export interface BulkRecord {
  id: number;
  personId: number;
  touchedAt: number;
  state: BulkState;
  /** JSON; the caller parses it. */
  action: string;
  reason: string | null;
  memberIds: number[];
  done: number;
  changed: number;
  unchanged: number;
  refused: number;
  firstIds: number[];
  runId: number | null;
}

export type BulkProgress = Omit<
  BulkRecord,
  'id' | 'personId' | 'touchedAt' | 'action' | 'reason' | 'memberIds'
>;

const lifetimeMs = 24 * 3600 * 1000;

/** The progress of a bulk change is stored in the same transaction as what the change writes. */
export class BulkChangesWriter {
  readonly #state: WriteState;

  constructor(state: WriteState) {
    this.#state = state;
  }

  /** Also deletes bulk changes that are older than a day. */
  async create({ personId, action, reason, memberIds }: NewBulk): Promise<number> {
    const { db, organisationId, now } = this.#state;
    await this.#deleteOld();
    const last = await db
      .selectFrom('bulk_change')
      .select((eb) => eb.fn.max('id').as('id'))
      .where('organisation_id', '=', organisationId)
      .executeTakeFirst();
    // The ID of a deleted change is never used again. Otherwise a page that shows one change could run a different
    // change.
    const id = Math.max(now, Number(last?.id ?? 0) + 1);
    const row = {
      organisation_id: organisationId,
      id,
      person_id: personId,
      created_at: now,
      touched_at: now,
      state: 'checking',
      action,
      reason,
      member_ids: JSON.stringify(memberIds),
      done: 0,
      changed: 0,
      unchanged: 0,
      refused: 0,
      first_ids: '[]',
      run_id: null,
    } satisfies BulkChangeTable;
    await db.insertInto('bulk_change').values(row).execute();
    return id;
  }

  async find(id: number): Promise<BulkRecord | null> {
    return readBulk(this.#state.db, this.#state.organisationId, id);
  }

  async note(id: number, { state, done, changed, unchanged, refused, firstIds, runId }: BulkProgress) {
    const { db, organisationId, now } = this.#state;
    await db
      .updateTable('bulk_change')
      .set({ touched_at: now, state, done, changed, unchanged, refused, run_id: runId })
      .set({ first_ids: JSON.stringify(firstIds) })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute();
  }

  /** @param problems JSON, by membership ID */
  async addProblems(id: number, problems: ReadonlyMap<number, string>): Promise<void> {
    const { db, organisationId } = this.#state;
    const of = { organisation_id: organisationId, bulk_id: id };
    const rows = [...problems].map(([membershipId, text]) => {
      return { ...of, membership_id: membershipId, problems: text };
    });
    await upsertRows(db, 'bulk_problem', ['organisation_id', 'bulk_id', 'membership_id'], rows);
  }

  async removeProblems(id: number): Promise<void> {
    const { db, organisationId } = this.#state;
    await db
      .deleteFrom('bulk_problem')
      .where('organisation_id', '=', organisationId)
      .where('bulk_id', '=', id)
      .execute();
  }

  /** Deletes the bulk changes of erased persons, and what the other bulk changes say about the erased persons. */
  async erase({
    personIds,
    membershipIds,
    traces,
  }: {
    personIds: readonly number[];
    membershipIds: readonly number[];
    traces: PersonTraces;
  }): Promise<void> {
    const { db, organisationId } = this.#state;
    const rows = await db
      .selectFrom('bulk_change')
      .select(['id', 'person_id', 'reason', 'member_ids'])
      .where('organisation_id', '=', organisationId)
      .execute();
    for (const { id, person_id, reason, member_ids } of rows) {
      if (personIds.includes(person_id)) await this.#delete(id);
      // `create` wrote the IDs as JSON.
      const isAbout = (JSON.parse(member_ids) as number[]).some((one) => membershipIds.includes(one));
      const left = isAbout || reason === null ? null : traces.hide(reason);
      if (left === reason) continue;
      await db
        .updateTable('bulk_change')
        .set({ reason: left })
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .execute();
    }
  }

  async #deleteOld(): Promise<void> {
    const { db, organisationId, now } = this.#state;
    const old = await db
      .selectFrom('bulk_change')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('touched_at', '<', now - lifetimeMs)
      .execute();
    for (const { id } of old) await this.#delete(id);
  }

  async #delete(id: number): Promise<void> {
    const { db, organisationId } = this.#state;
    await this.removeProblems(id);
    await db
      .deleteFrom('bulk_change')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute();
  }
}

type NewBulk = Pick<BulkRecord, 'personId' | 'action' | 'reason' | 'memberIds'>;

export async function readBulk(db: Db, organisationId: number, id: number): Promise<BulkRecord | null> {
  const row = await db
    .selectFrom('bulk_change')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    id,
    personId: row.person_id,
    touchedAt: row.touched_at,
    state: row.state,
    action: row.action,
    reason: row.reason,
    // `create` wrote the IDs as JSON.
    memberIds: JSON.parse(row.member_ids) as number[],
    done: row.done,
    changed: row.changed,
    unchanged: row.unchanged,
    refused: row.refused,
    firstIds: JSON.parse(row.first_ids) as number[],
    runId: row.run_id,
  };
}

/** Members that cannot be changed, ordered by ID. Only IDs above `after` are included. `problems` is JSON. */
export async function readBulkProblems(
  db: Db,
  organisationId: number,
  { bulkId, after, limit }: { bulkId: number; after: number; limit: number },
): Promise<{ membershipId: number; problems: string }[]> {
  return db
    .selectFrom('bulk_problem')
    .select(['membership_id as membershipId', 'problems'])
    .where('organisation_id', '=', organisationId)
    .where('bulk_id', '=', bulkId)
    .where('membership_id', '>', after)
    .orderBy('membership_id')
    .limit(limit)
    .execute();
}
