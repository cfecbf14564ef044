import { ApiError } from '@/lib/contract/errors';
import { readPositions } from '@/lib/changes/journal/changes';
import type { Store } from '@/lib/store/database';

export interface WaitLimits {
  /**
   * Requests that wait at the same time: of one client, and of all clients except our own directory. Divided by the
   * number of servers that share the database.
   */
  perClient: number;
  total: number;
  /** Another process may write without a signal to this one, so positions are also polled. */
  pollMs: number;
}

// An association has a few sites. Each waiting request is an open connection and a few kilobytes.
const defaultLimits: WaitLimits = { perClient: 8, total: 200, pollMs: 1_000 };
const retryAfterSeconds = 5;

interface WaitRequest {
  clientId: string;
  /** The requests of our own directory are not limited. */
  isOwn: boolean;
  organisationId: number;
  /** The wait ends when the newest position of the journal differs from this one. */
  position: number;
  ms: number;
  signal: AbortSignal;
}

interface Waiter {
  organisationId: number;
  position: number;
  end: () => void;
}

/** One query serves all waiting requests, so they hold no database connections. */
export class ChangeWaits {
  readonly #store: Store;
  readonly #limits: WaitLimits;
  readonly #serverCount: () => number;
  readonly #waiters = new Set<Waiter>();
  readonly #counts = new Map<string, number>();
  #stopWatching = () => {};
  #reading: Promise<void> | null = null;
  #isDue = false;
  #isClosed = false;

  constructor(
    store: Store,
    {
      limits = defaultLimits,
      serverCount = () => 1,
    }: { limits?: WaitLimits; serverCount?: () => number } = {},
  ) {
    this.#store = store;
    this.#limits = limits;
    this.#serverCount = serverCount;
  }

  get size(): number {
    return this.#waiters.size;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /**
   * Resolves when the position has changed, the time is over, the client disconnects or `close` is called.
   * @throws ApiError 429 if too many requests wait
   */
  async wait({ clientId, isOwn, ms, signal, organisationId, position }: WaitRequest): Promise<void> {
    if (this.#isClosed || signal.aborted) return;
    const leave = isOwn ? () => {} : this.#enter(clientId);
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const waiter = { organisationId, position, end };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    if (this.#waiters.size === 0) this.#startWatching();
    this.#waiters.add(waiter);
    // A change may have come before the watch began.
    this.#check();
    await ended;
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    this.#waiters.delete(waiter);
    if (this.#waiters.size === 0) this.#stopWatching();
    leave();
  }

  /** Ends all waits. Later ones end at once. */
  close(): void {
    this.#isClosed = true;
    for (const { end } of this.#waiters) end();
  }

  #enter(clientId: string): () => void {
    const servers = this.#serverCount();
    const perClient = Math.max(1, Math.floor(this.#limits.perClient / servers));
    const total = Math.max(1, Math.floor(this.#limits.total / servers));
    const keys = [`client ${clientId}`, 'all'];
    if (this.#count(keys[0]) >= perClient) throw tooMany(perClient, 'of this client');
    if (this.#count(keys[1]) >= total) throw tooMany(total, 'of all clients');
    for (const key of keys) this.#counts.set(key, this.#count(key) + 1);
    return () => {
      for (const key of keys) {
        if (this.#count(key) > 1) this.#counts.set(key, this.#count(key) - 1);
        else this.#counts.delete(key);
      }
    };
  }

  #count(key = ''): number {
    return this.#counts.get(key) ?? 0;
  }

  #startWatching(): void {
    const unsubscribe = this.#store.signal.subscribe(() => this.#check());
    const timer = setInterval(() => this.#check(), this.#limits.pollMs);
    this.#stopWatching = () => {
      unsubscribe();
      clearInterval(timer);
    };
  }

  /** If signals arrive during a read, the positions are read once more. */
  #check(): void {
    this.#isDue = true;
    this.#reading ??= this.#readWhileDue().finally(() => (this.#reading = null));
  }

  async #readWhileDue(): Promise<void> {
    while (this.#isDue && this.#waiters.size > 0) {
      this.#isDue = false;
      // While the database cannot be read, nobody is woken, and the next poll tries again.
      const waiters = [...this.#waiters];
      const ids = waiters.map(({ organisationId }) => organisationId);
      const positions = await readPositions(this.#store.members, ids).catch(() => null);
      if (positions === null) return;
      for (const { organisationId, position, end } of waiters) {
        if ((positions.get(organisationId) ?? 0) !== position) end();
      }
    }
  }
}

function tooMany(most: number, whose: string): ApiError {
  return new ApiError(
    'too_many_requests',
    `At most ${most} requests ${whose} wait for changes at the same time. Send this request without Wait, or later`,
    { 'Retry-After': String(retryAfterSeconds) },
  );
}
