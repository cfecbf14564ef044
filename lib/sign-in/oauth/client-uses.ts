/**
 * For the office: when each client was last used, how often and why it was refused in the last week, and what it sent
 * in its latest refused requests. The rows contain nothing about people.
 */
import { sql } from 'kysely';
import { addDays, dateInZone, type Clock } from '@/lib/base/clock';
import type { ClientRefusalTable } from '@/lib/store/schema/auth-schema';
import type { Store } from '@/lib/store/database';

/**
 * `secret`: the secret was wrong. `rules`: the client's rules do not let the person in. `not fetched`: a member was sent
 * back with a code, and the site did not exchange it. The reasons with an underscore are error codes of OAuth.
 */
export const refusalReasons = [
  'secret',
  'redirect address',
  'rules',
  'not fetched',
  'invalid_request',
  'invalid_grant',
  'invalid_scope',
  'unauthorized_client',
  'other',
] as const;
type RefusalReason = (typeof refusalReasons)[number];

/** How the client sent a secret: by HTTP Basic, in the form, or not at all. */
export type SecretMethod = 'basic' | 'form' | 'none';

interface Recorded {
  clientId: string;
  day: string;
  reason: RefusalReason | 'used';
  count: number;
  lastAt: number;
  /** By what was sent, the oldest first. At most `maxListed`. */
  sent: Map<string, { count: number; at: number }>;
}

export interface ClientUse {
  lastUsedAt: Date | null;
  /** The refusals in the last seven days. The most frequent reason comes first. */
  refused: { reason: string; count: number; lastAt: Date; latest: ListedRefusal[] }[];
}

/** `count`: requests that sent the same within half a minute are listed once. */
interface ListedRefusal {
  at: Date;
  sent: string;
  count: number;
}

const keptDays = 7;
/**
 * When `#recorded` has this many entries, a wrong secret adds no new entry. Otherwise, an attacker could fill the memory
 * with invented client IDs.
 */
const maxRecorded = 1000;
const maxIdLength = 200;
/** For each client and reason. Anybody can cause refusals of one reason, so each reason has its own list. */
const maxListed = 20;

export class ClientUses {
  readonly #recorded = new Map<string, Recorded>();
  #flushed: Promise<void> = Promise.resolve();

  constructor(
    readonly store: Store,
    readonly clock: Clock,
  ) {}

  /**
   * Keeps the use in memory, so that the request does not wait for the database. `flush` writes the uses to the
   * database.
   * @param sent what was wrong in the request: short, and without secrets (`lib/sign-in/oauth/sent-text.ts`)
   */
  note(clientId: string, reason: Recorded['reason'], sent = ''): void {
    const now = this.clock();
    const lastAt = now.getTime();
    const day = dateInZone(now, 'UTC');
    const key = `${day} ${reason} ${clientId}`;
    const before = this.#recorded.get(key);
    // The reason `secret` can come with an invented client ID. All other reasons come only with clients that exist.
    if (before === undefined && reason === 'secret') {
      if (this.#recorded.size >= maxRecorded || clientId.length > maxIdLength) return;
    }
    const all = before?.sent ?? new Map<string, { count: number; at: number }>();
    if (reason !== 'used') {
      const same = all.get(sent)?.count ?? 0;
      all.delete(sent);
      all.set(sent, { count: same + 1, at: lastAt });
      const [oldest] = all.keys();
      if (all.size > maxListed && oldest !== undefined) all.delete(oldest);
    }
    this.#recorded.set(key, { clientId, day, reason, count: (before?.count ?? 0) + 1, lastAt, sent: all });
  }

  /**
   * Stores uses only for clients that exist. The numbers of several servers are added up. Runs of this function wait
   * for each other. Otherwise, `read` could miss what a run that has begun has not stored yet.
   */
  flush(): Promise<void> {
    this.#flushed = this.#flushed.catch(() => {}).then(() => this.#store());
    return this.#flushed;
  }

  async #store(): Promise<void> {
    await this.#noteUnfetched();
    const noted = [...this.#recorded.values()];
    this.#recorded.clear();
    for (const { clientId, day, reason, count, lastAt, sent } of noted) {
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
      if (sent.size === 0) continue;
      const rows = [...sent].map(([text, one]) => ({
        organisation_id: client.organisation_id,
        client_id: clientId,
        reason,
        at: one.at,
        sent: text,
        count: one.count,
      }));
      await this.#list(clientId, reason, rows);
    }
  }

  /** Deletes each such code, so that it is counted once. */
  async #noteUnfetched(): Promise<void> {
    const codes = await this.store.auth
      .deleteFrom('authorization_code')
      .where('consumed_at', 'is', null)
      .where('expires_at', '<=', this.clock().getTime())
      .returning('client_id')
      .execute();
    for (const { client_id: id } of codes) this.note(id, 'not fetched');
  }

  async #list(clientId: string, reason: string, rows: ClientRefusalTable[]): Promise<void> {
    const { auth } = this.store;
    await auth
      .insertInto('client_refusal')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['client_id', 'reason', 'at', 'sent'])
          .doUpdateSet({ count: sql<number>`client_refusal.count + excluded.count` }),
      )
      .execute();
    const [oldest] = await auth
      .selectFrom('client_refusal')
      .select('at')
      .where('client_id', '=', clientId)
      .where('reason', '=', reason)
      .orderBy('at', 'desc')
      .offset(maxListed - 1)
      .limit(1)
      .execute();
    if (oldest === undefined) return;
    await auth
      .deleteFrom('client_refusal')
      .where('client_id', '=', clientId)
      .where('reason', '=', reason)
      .where('at', '<', oldest.at)
      .execute();
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
        if (known === undefined) use.refused.push({ reason, count, lastAt, latest: [] });
        else Object.assign(known, { count: known.count + count, lastAt });
      }
    }
    const listed = await this.store.auth
      .selectFrom('client_refusal')
      .select(['client_id', 'reason', 'at', 'sent', 'count'])
      .where('organisation_id', '=', organisationId)
      .orderBy('at', 'desc')
      .orderBy('sent')
      .execute();
    for (const { client_id: id, reason, at, sent, count } of listed) {
      const refused = uses.get(id)?.refused.find((one) => one.reason === reason);
      if (refused !== undefined && refused.latest.length < maxListed)
        refused.latest.push({ at: new Date(at), sent, count });
    }
    for (const { refused } of uses.values()) refused.sort((a, b) => b.count - a.count);
    return uses;
  }
}

/** Deletes refusals that are more than a week old, but not the last use of each client. */
export async function purgeClientUses({ auth }: Store, now: Date): Promise<void> {
  const until = addDays(dateInZone(now, 'UTC'), -keptDays);
  await auth
    .deleteFrom('client_refusal')
    .where('at', '<', Date.parse(`${addDays(until, 1)}T00:00:00Z`))
    .execute();
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
