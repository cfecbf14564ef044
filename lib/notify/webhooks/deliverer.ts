import type { Clock } from '@/lib/base/clock';
import type { Log } from '@/lib/server/log';
import type { Store } from '@/lib/store/database';
import { giveUpMs, pauseMs } from './backoff';
import { disableWebhook, saveProgress, type Lease, type RecentAttempt, type Waiting } from './delivery-state';
import { bodyOf, messageId, typeOf } from './events';
import { Lanes, type Lane } from './lanes';
import { readEvents } from './read-events';
import { signingSecrets, type WebhookSecrets } from './secrets';
import type { Attempt, Result } from './poster';
import type { Sender } from './sender';
import type { TimerServices } from './timer-services';
import { toWebhook, type WebhookRow } from './webhooks';

export interface DelivererServices {
  store: Store;
  /** This clock gives the current day. The data that a client sees depends on that day. */
  clock: Clock;
  log: Log;
  timers: TimerServices;
  sender: Sender;
  secrets: WebhookSecrets;
  count: (result: Result) => void;
}

/** The highest number of requests to one receiver at the same time. */
export const concurrency = 8;
/** `pageRows`: the number of journal rows in a page. `maxPages`: the highest number of pages in memory. */
const pageRows = 200;
const maxPages = 3;
/**
 * The highest number of records with a failed event. At this number, no more events are read, because the receiver is
 * probably down.
 */
const maxStored = 1000;
/** After this many failures in a row, the receiver counts as down and gets one attempt at a time, with pauses. */
const downFrom = 10;
const maxDownPauseMs = 15 * 60_000;
/**
 * The longest time of an attempt. An attempt opens at most two connections, each with a limit for the headers, and
 * reads one body.
 */
const attemptMs = 40_000;
const saveMs = 1_000;
const retrySaveMs = 5_000;
const stopMs = 3_000;
const maxRecent = 20;

export class Deliverer {
  readonly #services: DelivererServices;
  readonly #row: WebhookRow;
  readonly #lease: Lease;
  readonly #lanes: Lanes;
  readonly #sending = new Set<Promise<void>>();
  #recent: RecentAttempt[];
  #readThrough: number;
  #hasMore = true;
  #isReading = false;
  #hasReadFailed = false;
  #leaseEnds: number;
  #failures: number;
  #retryAt: number;
  #lastDeliveredAt: number | null;
  #isStopped = false;
  #isDirty = false;
  #saving: Promise<void> = Promise.resolve();
  #cancelSave: (() => void) | null = null;
  #cancelWake = () => {};

  constructor(
    services: DelivererServices,
    state: { row: WebhookRow; waiting: readonly Waiting[]; lease: Lease; leaseEnds: number },
  ) {
    const { row, waiting, lease, leaseEnds } = state;
    this.#services = services;
    this.#row = row;
    this.#lease = lease;
    this.#leaseEnds = leaseEnds;
    this.#lanes = new Lanes({ position: row.position, waiting });
    this.#readThrough = row.position;
    this.#failures = row.failures;
    this.#retryAt = row.retry_at;
    this.#lastDeliveredAt = row.last_delivered_at;
    this.#recent = JSON.parse(row.recent) as RecentAttempt[];
  }

  get revision(): number {
    return this.#row.revision;
  }

  get organisationId(): number {
    return this.#row.organisation_id;
  }

  get leaseEnds(): number {
    return this.#leaseEnds;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  get inProgress(): number {
    return this.#sending.size;
  }

  lagSeconds(): number {
    const { oldestAt } = this.#lanes;
    return oldestAt === null ? 0 : Math.max(0, this.#services.clock().getTime() - oldestAt) / 1000;
  }

  extend(leaseEnds: number): void {
    this.#leaseEnds = leaseEnds;
    this.#pump();
  }

  notice(position: number): void {
    if (position === this.#readThrough) return;
    this.#hasMore = true;
    this.#pump();
  }

  /** Waits a short time for open requests, and stores the progress. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelWake();
    let cancel = () => {};
    const late = new Promise<void>((resolve) => {
      cancel = this.#services.timers.schedule(stopMs, resolve);
    });
    await Promise.race([Promise.all(this.#sending), late]);
    cancel();
    this.#services.sender.close();
    await Promise.all(this.#sending);
    this.#cancelSave?.();
    await this.#save().catch(() => undefined);
  }

  #pump(): void {
    const { now } = this.#services.timers;
    if (this.#isStopped || this.#leaseEnds - now() < attemptMs) return;
    if (this.#retryAt > now()) return this.#wakeAt(this.#retryAt);
    const most = this.#isDown ? 1 : concurrency;
    while (this.#sending.size < most) {
      const lane = this.#take();
      if (lane === null) break;
      const sent = this.#send(lane).finally(() => {
        this.#sending.delete(sent);
        this.#pump();
      });
      this.#sending.add(sent);
    }
    if (this.#shouldRead()) void this.#read();
    const retryAt = this.#lanes.nextRetryAt();
    if (retryAt !== null && retryAt > now()) this.#wakeAt(retryAt);
  }

  get #isDown(): boolean {
    return this.#failures >= downFrom;
  }

  /**
   * While the receiver counts as down, attempts alternate between failed and new events. An attempt with a failed event
   * does not make another event fail. But the receiver may refuse only the failed events, so new events are tried too.
   */
  #take(): Lane | null {
    if (!this.#isDown) return this.#lanes.take(this.#services.timers.now());
    return this.#lanes.takeProbe({ prefersNew: this.#failures % 2 === 0 });
  }

  #wakeAt(time: number): void {
    const { now, schedule } = this.#services.timers;
    this.#cancelWake();
    this.#cancelWake = schedule(Math.max(0, time - now()), () => this.#pump());
  }

  #shouldRead(): boolean {
    if (this.#isReading || !this.#hasMore || this.#lanes.isReloading) return false;
    if (this.#lanes.readyCount >= concurrency || this.#lanes.pageCount >= maxPages) return false;
    return this.#lanes.storedCount < maxStored;
  }

  async #read(): Promise<void> {
    const { organisationId, groups, seesAdminExtras, id } = toWebhook(this.#row);
    const question = { organisationId, groups, seesAdminExtras, after: this.#readThrough, limit: pageRows };
    this.#isReading = true;
    // If a new position arrives during the read, `notice` sets `#hasMore` to true again.
    this.#hasMore = false;
    try {
      const page = await readEvents(this.#services, question);
      this.#hasReadFailed = false;
      if (page === null || this.#isStopped) return;
      if (page.events[0]?.operation === 'reload') {
        this.#services.log.warn(
          `Webhook ${id}: changes after its position are no longer stored. The receiver is told to load everything`,
        );
      }
      this.#hasMore ||= page.hasMore;
      if (page.next === this.#readThrough && page.events.length === 0) return;
      this.#readThrough = page.next;
      this.#lanes.add(page.events, page.next);
      this.#markDirty();
    } catch (error) {
      // The next call of `extend` tries to read again.
      this.#hasMore = true;
      if (!this.#hasReadFailed)
        this.#services.log.error({ err: error }, `Webhook ${id}: changes cannot be read`);
      this.#hasReadFailed = true;
      return;
    } finally {
      this.#isReading = false;
    }
    this.#pump();
  }

  async #send(lane: Lane): Promise<void> {
    const { timers, sender, secrets, count } = this.#services;
    const { event } = lane;
    const { id: webhookId, replays, organisation_id: organisationId } = this.#row;
    const message = { id: messageId(event, { webhookId, replays }), body: bodyOf(event, organisationId) };
    const start = timers.now();
    const attempt = await sender.send(message, signingSecrets(secrets, start));
    const now = timers.now();
    if (this.#isStopped && attempt.result !== 'delivered') return this.#lanes.putBack(lane);
    count(attempt.result);
    this.#recent = [...this.#recent, describe(lane, attempt, { start, now })].slice(-maxRecent);
    this.#markDirty();
    if (attempt.result === 'delivered') {
      this.#failures = 0;
      this.#retryAt = 0;
      this.#lastDeliveredAt = now;
      this.#lanes.delivered(lane);
    } else await this.#noteFailure(lane, attempt, now);
  }

  async #noteFailure(
    lane: Lane,
    { result, status, detail, retryAfterMs }: Attempt,
    now: number,
  ): Promise<void> {
    const { random } = this.#services.timers;
    this.#failures += 1;
    const pause = { random: random(), requestedMs: retryAfterMs };
    const ms = pauseMs(lane.attempts + 1, pause);
    this.#lanes.failed(lane, { now, retryAt: now + ms, problem: detail });
    const isOverloaded = retryAfterMs !== null && (status === 429 || status === 503);
    if (this.#isDown || isOverloaded) {
      const count = Math.max(1, this.#failures - downFrom + 1);
      this.#retryAt = now + pauseMs(count, { ...pause, most: maxDownPauseMs });
    }
    const since = this.#isDown ? this.#lanes.failedSince : lane.failedSince;
    if (result === 'gone') await this.#disable('the receiver responded 410 Gone', detail);
    else if (now - (since ?? now) >= giveUpMs) {
      await this.#disable('an event could not be delivered for 3 days', detail);
    }
  }

  async #disable(reason: string, detail: string): Promise<void> {
    const { store, clock, log } = this.#services;
    const { id, shown_url: address } = this.#row;
    if (this.#isStopped) return;
    this.#isStopped = true;
    try {
      await this.#save();
      const text = `${reason} (${detail})`;
      if (await disableWebhook(store, { lease: this.#lease, reason: text, now: clock() })) {
        log.error(
          `Webhook ${id} to ${address} is disabled: ${text}. Enable it: ./chapterhouse webhook enable ${id}`,
        );
      }
    } catch (error) {
      // The webhook is still enabled. When a server takes the lease again, its next attempt disables the webhook.
      log.error({ err: error }, `Webhook ${id} could not be disabled`);
    }
  }

  #markDirty(): void {
    this.#isDirty = true;
    this.#scheduleSave(saveMs);
  }

  #scheduleSave(ms: number): void {
    this.#cancelSave ??= this.#services.timers.schedule(ms, () => {
      this.#cancelSave = null;
      void this.#save().catch(() => this.#scheduleSave(retrySaveMs));
    });
  }

  /**
   * Stores the progress. Each save waits until the save before it has ended. If a save fails, the next save stores the
   * same changes.
   * @throws the database's error
   */
  #save(): Promise<void> {
    const saved = this.#saving.catch(() => undefined).then(() => this.#writeProgress());
    this.#saving = saved;
    return saved;
  }

  async #writeProgress(): Promise<void> {
    if (!this.#isDirty) return;
    this.#isDirty = false;
    const { waiting, settled, restore } = this.#lanes.takeChanges();
    const progress = {
      position: this.#lanes.position,
      failures: this.#failures,
      retryAt: this.#retryAt,
      lastDeliveredAt: this.#lastDeliveredAt,
      recent: this.#recent,
      waiting,
      settled,
    };
    try {
      const { store } = this.#services;
      const isSaved = await saveProgress(store, {
        lease: this.#lease,
        organisationId: this.organisationId,
        progress,
      });
      if (!isSaved) this.#isStopped = true;
    } catch (error) {
      restore();
      this.#isDirty = true;
      throw error;
    }
  }
}

function describe(
  { event }: Lane,
  attempt: Attempt,
  { start, now }: { start: number; now: number },
): RecentAttempt {
  return {
    at: new Date(now).toISOString(),
    type: typeOf(event),
    id: String(event.id),
    position: String(event.position),
    result: attempt.result === 'delivered' ? 'delivered' : attempt.detail,
    durationMs: Math.max(0, Math.round(now - start)),
  };
}
