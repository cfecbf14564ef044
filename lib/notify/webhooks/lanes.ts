/**
 * The events of a webhook that were read and not yet delivered. Each record has a lane, which sends one event at a
 * time. While an event waits or is being sent, later changes to the record are merged into one event behind it. So a
 * lane has at most two events.
 */
import type { Waiting } from './delivery-state';
import { mergeEvents, recordKey, type WebhookEvent } from './events';

export interface Lane extends Waiting {
  key: string;
  /**
   * Whether the event is in the database, or will be after the next save. `open` of a page does not count lanes whose
   * event is stored.
   */
  isStored: boolean;
  /** `pages`: the pages of the journal from which the event was read. `nextPages`: those of the event behind it. */
  pages: Page[];
  nextPages: Page[];
}

interface Page {
  /** The journal position at the end of the page. */
  next: number;
  /** How many lanes have events of this page that are neither delivered nor stored. */
  open: number;
}

export class Lanes {
  readonly #lanes = new Map<string, Lane>();
  readonly #ready: Lane[] = [];
  /** Lanes whose event failed. Each waits for the next attempt. */
  readonly #waiting = new Set<Lane>();
  #pages: Page[] = [];
  #changed = new Set<Lane>();
  #settled = new Map<string, WebhookEvent>();
  #position: number;

  constructor({ position, waiting }: { position: number; waiting: readonly Waiting[] }) {
    this.#position = position;
    for (const one of waiting) {
      const lane: Lane = { ...one, key: recordKey(one.event), isStored: true, pages: [], nextPages: [] };
      this.#lanes.set(lane.key, lane);
      this.#waiting.add(lane);
    }
  }

  /** All events up to this position are delivered or stored. */
  get position(): number {
    return this.#position;
  }

  get pageCount(): number {
    return this.#pages.length;
  }

  get readyCount(): number {
    return this.#ready.length;
  }

  get storedCount(): number {
    let count = 0;
    for (const lane of this.#lanes.values()) if (lane.isStored) count += 1;
    return count;
  }

  /** The receiver must load everything before it gets further events. */
  get isReloading(): boolean {
    return this.#lanes.has('reload');
  }

  get oldestAt(): number | null {
    let oldest: number | null = null;
    for (const { event } of this.#lanes.values()) oldest = Math.min(oldest ?? event.at, event.at);
    return oldest;
  }

  add(events: readonly WebhookEvent[], next: number): void {
    const page = { next, open: 0 };
    this.#pages.push(page);
    for (const event of events) {
      if (event.operation === 'reload') this.#forgetAll();
      this.#addEvent(event, page);
    }
    this.#advance();
  }

  /**
   * Each failed event has the time of its first failure. This is the earliest of these times. null: no event has
   * failed.
   */
  get failedSince(): number | null {
    let oldest: number | null = null;
    for (const { failedSince } of this.#waiting) {
      if (failedSince !== null) oldest = Math.min(oldest ?? failedSince, failedSince);
    }
    return oldest;
  }

  /**
   * The next event for a receiver that seems to be down. It is a new event or a failed event. A failed event may be
   * sent before its next attempt is due.
   */
  takeProbe({ prefersNew }: { prefersNew: boolean }): Lane | null {
    let probe: Lane | null = null;
    for (const lane of this.#waiting) if (probe === null || lane.retryAt < probe.retryAt) probe = lane;
    if (probe === null || (prefersNew && this.#ready.length > 0)) return this.#ready.shift() ?? null;
    this.#waiting.delete(probe);
    return probe;
  }

  take(now: number): Lane | null {
    for (const lane of this.#waiting) {
      if (lane.retryAt > now) continue;
      this.#waiting.delete(lane);
      this.#ready.push(lane);
    }
    return this.#ready.shift() ?? null;
  }

  nextRetryAt(): number | null {
    let earliest: number | null = null;
    for (const { retryAt } of this.#waiting) earliest = Math.min(earliest ?? retryAt, retryAt);
    return earliest;
  }

  delivered(lane: Lane): void {
    if (!this.#isCurrent(lane)) return;
    close(lane.pages);
    lane.pages = lane.nextPages;
    lane.nextPages = [];
    if (lane.next === null) {
      this.#lanes.delete(lane.key);
      if (lane.isStored) this.#settled.set(lane.key, lane.event);
    } else {
      Object.assign(lane, { event: lane.next, next: null, attempts: 0, failedSince: null, problem: '' });
      if (lane.isStored) this.#changed.add(lane);
      this.#ready.push(lane);
    }
    this.#advance();
  }

  /** The event waits until `retryAt`. */
  failed(lane: Lane, { now, retryAt, problem }: { now: number; retryAt: number; problem: string }): void {
    if (!this.#isCurrent(lane)) return;
    const { failedSince, attempts } = lane;
    Object.assign(lane, { attempts: attempts + 1, failedSince: failedSince ?? now, retryAt, problem });
    this.#waiting.add(lane);
    this.#changed.add(lane);
    lane.isStored = true;
    close(lane.pages);
    close(lane.nextPages);
    lane.pages = [];
    lane.nextPages = [];
    this.#advance();
  }

  /**
   * Puts the event back after a cancelled attempt. A cancelled attempt does not count as failed. This server or the
   * next server sends the event again.
   */
  putBack(lane: Lane): void {
    if (this.#isCurrent(lane)) this.#ready.unshift(lane);
  }

  /**
   * Returns and clears the changes that must be stored. If the save fails, `restore` puts them back for the next save.
   */
  takeChanges(): { waiting: Lane[]; settled: WebhookEvent[]; restore: () => void } {
    const changed = this.#changed;
    const settled = this.#settled;
    this.#changed = new Set();
    this.#settled = new Map();
    const restore = () => {
      for (const lane of changed) this.#changed.add(lane);
      for (const [key, event] of settled) this.#settled.set(key, event);
    };
    return {
      waiting: [...changed].filter((lane) => this.#isCurrent(lane)),
      settled: [...settled.values()],
      restore,
    };
  }

  #addEvent(event: WebhookEvent, page: Page): void {
    const key = recordKey(event);
    const lane = this.#lanes.get(key);
    if (lane === undefined) {
      const added: Lane = {
        key,
        event,
        next: null,
        attempts: 0,
        failedSince: null,
        retryAt: 0,
        problem: '',
        isStored: false,
        pages: [page],
        nextPages: [],
      };
      page.open += 1;
      this.#lanes.set(key, added);
      this.#ready.push(added);
      return;
    }
    lane.next = lane.next === null ? event : mergeEvents(lane.next, event);
    if (lane.isStored) {
      this.#changed.add(lane);
      return;
    }
    lane.nextPages.push(page);
    page.open += 1;
  }

  #forgetAll(): void {
    for (const lane of this.#lanes.values()) {
      if (lane.isStored) this.#settled.set(lane.key, lane.event);
      close(lane.pages);
      close(lane.nextPages);
    }
    this.#lanes.clear();
    this.#waiting.clear();
    this.#ready.length = 0;
  }

  #isCurrent(lane: Lane): boolean {
    return this.#lanes.get(lane.key) === lane;
  }

  #advance(): void {
    while (this.#pages[0]?.open === 0) this.#position = this.#pages.shift()?.next ?? this.#position;
  }
}

function close(pages: readonly Page[]): void {
  for (const page of pages) page.open -= 1;
}
