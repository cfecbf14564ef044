import type { IdempotencyKeyTable } from '@/lib/store/schema/members-schema';
import { upsertRows } from './upsert';
import type { WriteState } from './write-state';

/** A client can send a request again for this long without making its changes twice (J8). */
const lifetimeMs = 24 * 3600 * 1000;

/** A client's own name for a request. */
export interface IdempotencyKey {
  clientId: string;
  key: string;
  /** A hash of the content of the request. */
  request: string;
}

/** The result of an earlier request. The body of the response is not stored, because it has personal data. */
export interface EarlierResult {
  /** The earlier request had the same content. */
  isSameRequest: boolean;
  status: number;
  /** The memberships that the request wrote, in the order of the request. */
  membershipIds: number[];
}

/** Stores the results of requests in the transaction of their writes. */
export class IdempotencyKeys {
  readonly #state: WriteState;

  constructor(state: WriteState) {
    this.#state = state;
  }

  /** null: no request with this key within 24 hours. */
  async find({ clientId, key, request }: IdempotencyKey): Promise<EarlierResult | null> {
    const { db, organisationId, now } = this.#state;
    const row = await db
      .selectFrom('idempotency_key')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('client_id', '=', clientId)
      .where('key', '=', key)
      .where('created_at', '>', now - lifetimeMs)
      .executeTakeFirst();
    if (row === undefined) return null;
    return {
      isSameRequest: row.request_hash === request,
      status: row.status,
      // `put` wrote this column as a JSON list of numbers.
      membershipIds: JSON.parse(row.membership_ids) as number[],
    };
  }

  async put({ clientId, key, request, status, membershipIds }: NewResult): Promise<void> {
    const { db, organisationId, now } = this.#state;
    await db
      .deleteFrom('idempotency_key')
      .where('organisation_id', '=', organisationId)
      .where('created_at', '<=', now - lifetimeMs)
      .execute();
    const row: IdempotencyKeyTable = {
      organisation_id: organisationId,
      client_id: clientId,
      key,
      request_hash: request,
      status,
      membership_ids: JSON.stringify(membershipIds),
      created_at: now,
    };
    await upsertRows(db, 'idempotency_key', ['organisation_id', 'client_id', 'key'], [row]);
  }
}

type NewResult = IdempotencyKey & Omit<EarlierResult, 'isSameRequest'>;
