import { ApiError } from '@/lib/contract/errors';

export interface ListLimits {
  /**
   * Long lists that are sent at the same time: to one client, to one network, and to all clients except our own
   * directory.
   */
  perClient: number;
  perNetwork: number;
  total: number;
  /**
   * `reads`: how many long lists are read from the database at the same time. `ownReads`: how many long lists are read
   * for our own directory in addition.
   */
  reads: number;
  ownReads: number;
  /** How many lists may wait to be read, and for how long. */
  maxWaiting: number;
  waitMs: number;
}

/**
 * A refused client should try again after this time. Sending a list takes a few seconds, unless the client reads
 * slowly. So one of the other lists has probably ended by then.
 */
const retryAfterSeconds = 5;

/** @param reads long reads that the database can do besides its other work */
export function listLimits(reads: number): ListLimits {
  // A site reads members, locations and categories together, so one client needs several lists at once. An association
  // has only a few sites, so the total can be small. A small total also saves disk space: a list of 100,000 members
  // takes 80 MB.
  return { perClient: 6, perNetwork: 12, total: 48, reads, ownReads: 1, maxWaiting: 32, waitMs: 10_000 };
}

export interface ListReader {
  clientId: string;
  network: string;
  /** Our own directory's reads have reserved capacity, and any number of lists may be sent to it. */
  isOwn: boolean;
}

interface Waiter {
  isOwn: boolean;
  start: (seat: 'shared' | 'own') => void;
}

export class ListSlots {
  readonly #limits: ListLimits;
  readonly #sent = new Map<string, number>();
  readonly #waiting: Waiter[] = [];
  readonly #reading = { shared: 0, own: 0 };

  constructor(limits: ListLimits) {
    this.#limits = limits;
  }

  ticket(reader: ListReader): ListTicket {
    return new ListTicket(this, reader);
  }

  /** @throws ApiError 429 if too many lists are being sent */
  count({ clientId, network, isOwn }: ListReader): string[] {
    const { perClient, perNetwork, total } = this.#limits;
    if (isOwn) return [];
    const limits: [key: string, most: number, whose: string][] = [
      [`client ${clientId}`, perClient, 'to this client'],
      ...(network === ''
        ? []
        : [[`network ${network}`, perNetwork, 'to this network'] as [string, number, string]]),
      ['all', total, 'by this server'],
    ];
    for (const [key, most, whose] of limits) {
      if ((this.#sent.get(key) ?? 0) >= most) throw tooMany(most, whose);
    }
    for (const [key] of limits) this.#sent.set(key, (this.#sent.get(key) ?? 0) + 1);
    return limits.map(([key]) => key);
  }

  uncount(keys: readonly string[]): void {
    for (const key of keys) {
      const rest = (this.#sent.get(key) ?? 0) - 1;
      if (rest > 0) this.#sent.set(key, rest);
      else this.#sent.delete(key);
    }
  }

  /** @throws ApiError 503 if too many lists wait, or this one has waited too long */
  async startRead(isOwn: boolean): Promise<'shared' | 'own'> {
    const { reads, ownReads, maxWaiting, waitMs } = this.#limits;
    for (const [seat, most, isOpen] of [
      ['own', ownReads, isOwn],
      ['shared', reads, true],
    ] as const) {
      if (!isOpen || this.#reading[seat] >= most) continue;
      this.#reading[seat] += 1;
      return seat;
    }
    if (this.#waiting.filter((waiter) => waiter.isOwn === isOwn).length >= maxWaiting) throw busy();
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        isOwn,
        start: (seat) => {
          clearTimeout(timer);
          resolve(seat);
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        reject(busy());
      }, waitMs);
      this.#waiting.push(waiter);
    });
  }

  endRead(seat: 'shared' | 'own'): void {
    const ownFirst = this.#waiting.findIndex(({ isOwn }) => isOwn);
    const next = ownFirst !== -1 ? ownFirst : seat === 'shared' ? 0 : -1;
    const [waiter] = next === -1 ? [] : this.#waiting.splice(next, 1);
    if (waiter === undefined) this.#reading[seat] -= 1;
    else waiter.start(seat);
  }
}

/** Holds the places in `ListSlots` that one list needs while it is read and sent. */
export class ListTicket {
  readonly #slots: ListSlots;
  readonly #reader: ListReader;
  #keys: readonly string[] = [];
  #seat: 'shared' | 'own' | null = null;

  constructor(slots: ListSlots, reader: ListReader) {
    this.#slots = slots;
    this.#reader = reader;
  }

  /**
   * Call this when the list turns out to be long.
   * @throws ApiError 429 or 503
   */
  async enter(): Promise<void> {
    this.#keys = this.#slots.count(this.#reader);
    try {
      this.#seat = await this.#slots.startRead(this.#reader.isOwn);
    } catch (error) {
      this.leave();
      throw error;
    }
  }

  endRead(): void {
    const seat = this.#seat;
    this.#seat = null;
    if (seat !== null) this.#slots.endRead(seat);
  }

  leave(): void {
    this.endRead();
    const keys = this.#keys;
    this.#keys = [];
    this.#slots.uncount(keys);
  }
}

function tooMany(most: number, whose: string): ApiError {
  return new ApiError(
    'too_many_requests',
    `At most ${most} long lists are sent ${whose} at the same time. Finish reading one first, or request pages with Page[Size]`,
    { 'Retry-After': String(retryAfterSeconds) },
  );
}

function busy(): ApiError {
  return new ApiError('temporarily_unavailable', 'Too many long lists are being read. Try again later', {
    'Retry-After': String(retryAfterSeconds),
  });
}
