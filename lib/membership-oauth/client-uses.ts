/**
 * For the office: when each client was last used, and how often and why it was refused in the last week. The rows
 * contain nothing about people, only numbers for each client, day and reason.
 */
import { sql } from 'kysely';
import { addDays, dateInZone, type Clock } from '@/lib/clock';
import type { Store } from '@/lib/membership-store/database';

/**
 * `secret`: the secret was wrong. `rules`: the client's rules do not let the person in. The reasons with an underscore
 * are error codes of OAuth.
 */
export const refusalReasons = [
  'secret',
  'redirect address',
  'rules',
  'invalid_request',
  'invalid_grant',
  'invalid_scope',
  'unauthorized_client',
  'other',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

interface Recorded {
  clientId: string;
  day: string;
  reason: RefusalReason | 'used';
  count: number;
  lastAt: number;
}

export interface ClientUse {
  lastUsedAt: Date | null;
  /** The refusals in the last seven days. The most frequent reason comes first. */
  refused: { reason: string; count: number; lastAt: Date }[];
}

const keptDays = 7;
/**
 * When `#recorded` has this many entries, a wrong secret adds no new entry. Otherwise, an attacker could fill the memory
 * with invented client IDs.
 */
const maxRecorded = 1000;
const maxIdLength = 200;

export class ClientUses {
  readonly #recorded = new Map<string, Recorded>();

  constructor(
    readonly store: Store,
    readonly clock: Clock,
  ) {}

  /**
   * Keeps the use in memory, so that the request does not wait for the database. `flush` writes the uses to the
   * database.
   */
  note(clientId: string, reason: Recorded['reason']): void {
    const now = this.clock();
    const lastAt = now.getTime();
    const day = dateInZone(now, 'UTC');
    const key = `${day} ${reason} ${clientId}`;
    const before = this.#recorded.get(key);
    // The reason `secret` can come with an invented client ID. All other reasons come only with clients that exist.
    if (before === undefined && reason === 'secret') {
      if (this.#recorded.size >= maxRecorded || clientId.length > maxIdLength) return;
    }
    this.#recorded.set(key, { clientId, day, reason, count: (before?.count ?? 0) + 1, lastAt });
  }

  /** Stores uses only for clients that exist. The numbers of several servers are added up. */
  async flush(): Promise<void> {
    const noted = [...this.#recorded.values()];
    this.#recorded.clear();
    for (const { clientId, day, reason, count, lastAt } of noted) {
      const client = await this.store.auth
        .selectFrom('client')
        .select('organisation_id')
        .where('id', '=', clientId)
        .executeTakeFirst();
      if (client === undefined) continue;
      await this.store.auth
        .insertInto('client_use')
        .values({
          organisation_id: client.organisation_id,
          client_id: clientId,
          day,
          reason,
          count,
          last_at: lastAt,
        })
        .onConflict((conflict) =>
          conflict.columns(['client_id', 'day', 'reason']).doUpdateSet({
            count: sql<number>`client_use.count + ${count}`,
            last_at: sql<number>`case when client_use.last_at > ${lastAt} then client_use.last_at else ${lastAt} end`,
          }),
        )
        .execute();
    }
  }

  async read(organisationId: number): Promise<Map<string, ClientUse>> {
    await this.flush();
    const from = addDays(dateInZone(this.clock(), 'UTC'), -keptDays);
    const rows = await this.store.auth
      .selectFrom('client_use')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .orderBy('client_id')
      .orderBy('reason')
      .orderBy('day')
      .execute();
    const uses = new Map<string, ClientUse>();
    for (const { client_id: id, reason, day, count, last_at: at } of rows) {
      const use = uses.get(id) ?? { lastUsedAt: null, refused: [] };
      uses.set(id, use);
      const lastAt = new Date(at);
      if (reason === 'used') {
        if (use.lastUsedAt === null || use.lastUsedAt < lastAt) use.lastUsedAt = lastAt;
      } else if (day > from) {
        const known = use.refused.find((one) => one.reason === reason);
        if (known === undefined) use.refused.push({ reason, count, lastAt });
        else Object.assign(known, { count: known.count + count, lastAt });
      }
    }
    for (const { refused } of uses.values()) refused.sort((a, b) => b.count - a.count);
    return uses;
  }
}

/** Deletes refusals that are more than a week old, but not the last use of each client. */
export async function purgeClientUses({ auth }: Store, now: Date): Promise<void> {
  const until = addDays(dateInZone(now, 'UTC'), -keptDays);
  await auth
    .deleteFrom('client_use')
    .where('day', '<=', until)
    .where((one) =>
      one.or([
        one('reason', '!=', 'used'),
        one.exists(
          one
            .selectFrom('client_use as later')
            .select('later.day')
            .whereRef('later.client_id', '=', 'client_use.client_id')
            .where('later.reason', '=', 'used')
            .whereRef('later.day', '>', 'client_use.day'),
        ),
      ]),
    )
    .execute();
}
