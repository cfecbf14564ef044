import { randomUUID } from 'node:crypto';
import type { Clock } from '@/lib/base/clock';
import type { Log } from '@/lib/server/log';
import { readPositions } from '@/lib/changes/journal/changes';
import type { Store } from '@/lib/store/database';
import { concurrency, Deliverer } from './deliverer';
import { leaseMs, readEnabled, readWaiting, releaseLease, takeLease } from './delivery-state';
import { toSecrets } from './secrets';
import { results, type Result, type PosterServices } from './poster';
import { createSender } from './sender';
import { machine, type TimerServices } from './timer-services';
import { requireWebhook, type WebhookRow } from './webhooks';

export interface DispatcherServices {
  store: Store;
  /** This clock gives the current day. The data that a client sees depends on that day. */
  clock: Clock;
  authSecret: string;
  log: Log;
  /** Only tests set this field. The default is the machine's time and `Math.random`. */
  timers?: TimerServices;
  sending?: Pick<PosterServices, 'resolve' | 'isAllowed'>;
}

const tickMs = 5_000;
/** Writes of other processes do not notify this process, so positions are also polled. */
const pollMs = 1_000;
/** A lease is renewed when less than this time is left. */
const renewFromMs = leaseMs - 15_000;

export interface WebhookFigures {
  /** Only of this process. */
  attempts: Record<Result, number>;
  inProgress: number;
  /** The age of the oldest undelivered change. null: this process delivers no webhook. */
  lagSeconds: number | null;
}

export class WebhookDispatcher {
  readonly #services: DispatcherServices;
  readonly #timers: TimerServices;
  readonly #serverId = randomUUID();
  readonly #deliverers = new Map<string, Deliverer>();
  /** Webhooks that this AUTH_SECRET cannot decrypt, and for which the error was already logged. */
  readonly #unreadable = new Set<string>();
  readonly #attempts: Record<Result, number>;
  #unsubscribe = () => {};
  #cancelTick = () => {};
  #cancelPoll: (() => void) | null = null;
  #ticking: Promise<void> = Promise.resolve();
  #checking: Promise<void> | null = null;
  #isDue = false;
  #isStopped = false;

  constructor(services: DispatcherServices) {
    this.#services = services;
    this.#timers = services.timers ?? machine;
    this.#attempts = Object.fromEntries(results.map((result) => [result, 0])) as Record<Result, number>;
  }

  start(): void {
    this.#unsubscribe = this.#services.store.signal.subscribe(() => this.#check());
    void this.tick();
  }

  tick(): Promise<void> {
    this.#cancelTick();
    this.#ticking = this.#ticking
      .then(() => this.#reviewAll())
      // If the database cannot be used now, the next tick tries again.
      .catch(() => undefined)
      .then(() => {
        if (this.#isStopped) return;
        this.#cancelTick = this.#timers.schedule(tickMs, () => void this.tick());
      });
    return this.#ticking;
  }

  figures(): WebhookFigures {
    const deliverers = [...this.#deliverers.values()];
    return {
      attempts: { ...this.#attempts },
      inProgress: deliverers.reduce((sum, one) => sum + one.inProgress, 0),
      lagSeconds: deliverers.length === 0 ? null : Math.max(...deliverers.map((one) => one.lagSeconds())),
    };
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#unsubscribe();
    this.#cancelTick();
    this.#cancelPoll?.();
    await this.#ticking;
    await this.#checking;
    await Promise.all([...this.#deliverers.keys()].map((id) => this.#drop(id)));
  }

  async #reviewAll(): Promise<void> {
    if (this.#isStopped) return;
    const rows = new Map((await readEnabled(this.#services.store)).map((row) => [row.id, row]));
    for (const [id, deliverer] of this.#deliverers) {
      if (deliverer.isStopped || rows.get(id)?.revision !== deliverer.revision) await this.#drop(id);
    }
    for (const row of rows.values()) await this.#review(row);
    this.#poll();
  }

  async #review(row: WebhookRow): Promise<void> {
    const deliverer = this.#deliverers.get(row.id);
    const now = this.#timers.now();
    if (deliverer !== undefined) {
      if (deliverer.leaseEnds - now > renewFromMs) return deliverer.extend(deliverer.leaseEnds);
      if (await this.#take(row)) deliverer.extend(now + leaseMs);
      else await this.#drop(row.id);
      return;
    }
    // Asking for a lease locks the database, so ask only if the lease may be free.
    if (row.leased_by !== null && row.leased_by !== this.#serverId && row.leased_until > now) return;
    if (!this.#isReadable(row) || !(await this.#take(row))) return;
    await this.#deliver(row.id, now + leaseMs);
  }

  async #deliver(id: string, leaseEnds: number): Promise<void> {
    const { store, clock, log, authSecret, sending } = this.#services;
    // The row is read again, because another server may have changed it before this server took the lease.
    const row = await requireWebhook(store, id);
    const waiting = await readWaiting(store, id);
    const secrets = toSecrets(row, { authSecret, now: new Date(this.#timers.now()) });
    if (secrets === null) return;
    const sender = createSender(secrets.url, {
      ...sending,
      allowsPrivate: row.allows_private === 1,
      connections: concurrency,
      ...this.#timers,
    });
    const count = (result: Result) => (this.#attempts[result] += 1);
    const services = { store, clock, log, timers: this.#timers, sender, secrets, count };
    const lease = { webhookId: id, revision: row.revision, serverId: this.#serverId };
    const deliverer = new Deliverer(services, { row, waiting, lease, leaseEnds });
    this.#deliverers.set(id, deliverer);
    deliverer.extend(leaseEnds);
  }

  #take({ id: webhookId, revision }: WebhookRow): Promise<boolean> {
    const lease = { webhookId, revision, serverId: this.#serverId };
    return takeLease(this.#services.store, lease, this.#timers.now);
  }

  #isReadable(row: WebhookRow): boolean {
    const { authSecret, log } = this.#services;
    if (toSecrets(row, { authSecret, now: new Date() }) !== null) {
      this.#unreadable.delete(row.id);
      return true;
    }
    if (!this.#unreadable.has(row.id)) {
      log.error(`Webhook ${row.id} was stored with another AUTH_SECRET and is not delivered by this server`);
    }
    this.#unreadable.add(row.id);
    return false;
  }

  async #drop(id: string): Promise<void> {
    const deliverer = this.#deliverers.get(id);
    await deliverer?.stop();
    this.#deliverers.delete(id);
    await releaseLease(this.#services.store, { webhookId: id, serverId: this.#serverId }).catch(() => {});
  }

  #poll(): void {
    if (this.#cancelPoll !== null || this.#isStopped || this.#deliverers.size === 0) return;
    this.#cancelPoll = this.#timers.schedule(pollMs, () => {
      this.#cancelPoll = null;
      this.#check();
      this.#poll();
    });
  }

  #check(): void {
    if (this.#isStopped || this.#deliverers.size === 0) return;
    this.#isDue = true;
    this.#checking ??= this.#checkWhileDue().finally(() => (this.#checking = null));
  }

  async #checkWhileDue(): Promise<void> {
    while (this.#isDue && this.#deliverers.size > 0) {
      this.#isDue = false;
      const deliverers = [...this.#deliverers.values()];
      const ids = deliverers.map(({ organisationId }) => organisationId);
      const positions = await readPositions(this.#services.store.members, ids).catch(() => null);
      if (positions === null) return;
      for (const deliverer of deliverers) {
        deliverer.notice(positions.get(deliverer.organisationId) ?? 0);
      }
    }
  }
}
