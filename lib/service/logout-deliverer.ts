/** @see OpenID Connect Back-Channel Logout */
import type { Selectable } from 'kysely';
import type { Log } from '@/lib/server/log';
import { findClient, type Client } from '@/lib/sign-in/oauth/clients';
import { issueLogoutToken } from '@/lib/sign-in/openid/logout-token';
import type { TokenSigner } from '@/lib/sign-in/openid/sign-token';
import type { LogoutNoticeTable } from '@/lib/store/schema/auth-schema';
import { pauseMs } from '@/lib/notify/webhooks/backoff';
import { createPoster, type Attempt, type PosterServices } from '@/lib/notify/webhooks/poster';
import { parseWebhookUrl, WebhookSettingsError } from '@/lib/notify/webhooks/webhook-url';

/** A site that cannot be reached for this long learns of the sign-out at its next request to us. */
const giveUpMs = 3600_000;
/**
 * When a server has claimed a notice, no other server sends the notice for this time. An attempt takes less time than
 * this. If the server is killed, another server tries again after this time.
 */
const claimMs = 60_000;
const tickMs = 2_000;
/** Simultaneous attempts, in total and to one client. At a slow site, an attempt takes 15 seconds. */
const atOnce = 100;
const atOnceToClient = 5;

type Notice = Selectable<LogoutNoticeTable>;

interface Services extends TokenSigner {
  baseUrl: string;
  log: Log;
  /** Only tests set this field. */
  sending?: Pick<PosterServices, 'resolve' | 'isAllowed'>;
}

export class LogoutDeliverer {
  readonly #services: Services;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<unknown> = Promise.resolve();
  readonly #sending = new Map<Promise<void>, string>();
  #isStopped = false;

  constructor(services: Services) {
    this.#services = services;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      // After a failure, such as an unreachable database, the next run tries again.
      this.#running = this.#begin()
        .catch(() => undefined)
        .then(() => {
          if (!this.#isStopped) this.start();
        });
    }, tickMs);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#running;
    await Promise.allSettled(this.#sending.keys());
  }

  /**
   * Waits for the responses.
   * @returns the number of attempts
   */
  async deliverDue(): Promise<number> {
    const started = await this.#begin();
    await Promise.all(started);
    return started.length;
  }

  /** Does not wait for the sites, because a slow one must not delay the others. */
  async #begin(): Promise<Promise<void>[]> {
    const { store, clock } = this.#services;
    const busy = this.#countByClient();
    const full = [...busy].filter(([, count]) => count >= atOnceToClient).map(([client]) => client);
    let query = store.auth
      .selectFrom('logout_notice')
      .selectAll()
      .where('retry_at', '<=', clock().getTime())
      .orderBy('retry_at')
      .orderBy('id')
      .limit(atOnce);
    if (full.length > 0) query = query.where('client_id', 'not in', full);
    const started: Promise<void>[] = [];
    for (const notice of await query.execute()) {
      const count = busy.get(notice.client_id) ?? 0;
      if (count >= atOnceToClient || this.#sending.size >= atOnce || !(await this.#claim(notice))) continue;
      busy.set(notice.client_id, count + 1);
      const sending = this.#deliver(notice).finally(() => this.#sending.delete(sending));
      // After a failure, such as an unreachable database, a later run tries again.
      sending.catch(() => undefined);
      this.#sending.set(sending, notice.client_id);
      started.push(sending);
    }
    return started;
  }

  #countByClient(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const client of this.#sending.values()) counts.set(client, (counts.get(client) ?? 0) + 1);
    return counts;
  }

  /** If several servers claim the same token, only one gets true. */
  async #claim({ id, retry_at }: Notice): Promise<boolean> {
    const { store, clock } = this.#services;
    const { numUpdatedRows } = await store.auth
      .updateTable('logout_notice')
      .set({ retry_at: clock().getTime() + claimMs })
      .where('id', '=', id)
      .where('retry_at', '=', retry_at)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  async #deliver(notice: Notice): Promise<void> {
    const { store, log } = this.#services;
    const client = await findClient(store, notice.organisation_id, notice.client_id);
    if (client === null || client.backchannelLogoutUri === null) return this.#forget(notice);
    const attempt = await this.#send(notice, client, client.backchannelLogoutUri);
    if (attempt.result === 'delivered') return this.#forget(notice);
    const pause = pauseMs(notice.attempts + 1, { random: Math.random(), requestedMs: attempt.retryAfterMs });
    const retryAt = this.#services.clock().getTime() + pause;
    if (retryAt - notice.ended_at > giveUpMs) {
      log.warn(`Client ${client.id} did not accept the end of a session: ${attempt.detail}`);
      return this.#forget(notice);
    }
    await store.auth
      .updateTable('logout_notice')
      .set({ attempts: notice.attempts + 1, retry_at: retryAt })
      .where('id', '=', notice.id)
      .execute();
  }

  async #send(notice: Notice, client: Client, uri: string): Promise<Attempt> {
    const { sending, clock } = this.#services;
    const allowsPrivate = client.allowsPrivateLogout;
    const url = parseOrNull(uri, allowsPrivate);
    if (url === null)
      return { result: 'blocked', status: null, detail: 'the address is not allowed', retryAfterMs: null };
    const { organisation_id: organisationId, person_id: personId, sid } = notice;
    const session = { organisationId, clientId: client.id, personId, sid };
    const token = await issueLogoutToken(this.#services, session, client.idTokenAlgorithm);
    const poster = createPoster(url, {
      ...sending,
      allowsPrivate,
      connections: 1,
      now: () => clock().getTime(),
    });
    try {
      return await poster.post(`logout_token=${token}`, () => ({
        'Content-Type': 'application/x-www-form-urlencoded',
      }));
    } finally {
      poster.close();
    }
  }

  async #forget({ id }: Notice): Promise<void> {
    await this.#services.store.auth.deleteFrom('logout_notice').where('id', '=', id).execute();
  }
}

function parseOrNull(uri: string, allowsPrivate: boolean): URL | null {
  try {
    return parseWebhookUrl(uri, { allowsPrivate });
  } catch (error) {
    if (error instanceof WebhookSettingsError) return null;
    throw error;
  }
}
