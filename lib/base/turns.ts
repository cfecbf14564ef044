/**
 * Work that only few callers may do at the same time. The callers take turns, so that one with much work does not delay
 * the others.
 */
export interface TurnLimits {
  /** How many pieces of work are done at the same time, of all callers together and of one caller. */
  simultaneous: number;
  simultaneousEach: number;
  /** The highest number of waiting pieces of work, of all callers together and of one caller. */
  maxWaiting: number;
  maxWaitingEach: number;
  /** The longest wait for a turn. */
  waitMs: number;
  /** After this time, the next piece of work gets its turn, even if the current one is not finished. */
  turnMs: number;
}

export class NoTurn extends Error {
  constructor() {
    super('too much work is waiting for its turn');
  }
}

interface Waiter {
  start: (seat: number) => void;
}

export class Turns {
  readonly #limits: TurnLimits;
  readonly #waiting = new Map<string, Waiter[]>();
  /** How many turns each caller has now. */
  readonly #running = new Map<string, number>();
  /** The numbers from 0 to `simultaneous` - 1 that no turn has. */
  readonly #freeSeats: Set<number>;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
    this.#freeSeats = new Set(Array.from({ length: limits.simultaneous }, (_, seat) => seat));
  }

  /**
   * @param work called with the number of its seat, from 0. No other turn has the same number at the same time.
   * @throws NoTurn if too much work waits, or this work has waited too long
   */
  async run<T>(caller: string, work: (seat: number) => Promise<T>): Promise<T> {
    const seat = await this.#enter(caller);
    const leave = this.#turn(caller, seat);
    try {
      return await work(seat);
    } finally {
      leave();
    }
  }

  async #enter(caller: string): Promise<number> {
    const { maxWaiting, maxWaitingEach, waitMs } = this.#limits;
    if (this.#mayStart(caller)) return this.#takeSeat(caller);
    const queue = this.#waiting.get(caller) ?? [];
    const all = [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0);
    if (all >= maxWaiting || queue.length >= maxWaitingEach) throw new NoTurn();
    this.#waiting.set(caller, queue);
    return new Promise<number>((resolve, reject) => {
      const waiter: Waiter = {
        start: (seat) => {
          clearTimeout(timer);
          resolve(seat);
        },
      };
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(waiter), 1);
        if (queue.length === 0) this.#waiting.delete(caller);
        reject(new NoTurn());
      }, waitMs);
      queue.push(waiter);
    });
  }

  #mayStart(caller: string): boolean {
    return this.#freeSeats.size > 0 && (this.#running.get(caller) ?? 0) < this.#limits.simultaneousEach;
  }

  #takeSeat(caller: string): number {
    const seat = Math.min(...this.#freeSeats);
    this.#freeSeats.delete(seat);
    this.#running.set(caller, (this.#running.get(caller) ?? 0) + 1);
    return seat;
  }

  #freeSeat(caller: string, seat: number): void {
    this.#freeSeats.add(seat);
    const rest = (this.#running.get(caller) ?? 0) - 1;
    if (rest > 0) this.#running.set(caller, rest);
    else this.#running.delete(caller);
  }

  /** @returns a function that ends the turn */
  #turn(caller: string, seat: number): () => void {
    let hasEnded = false;
    const end = () => {
      if (hasEnded) return;
      hasEnded = true;
      clearTimeout(timer);
      this.#freeSeat(caller, seat);
      this.#toLast(caller);
      this.#next();
    };
    const timer = setTimeout(end, this.#limits.turnMs);
    return end;
  }

  /** The caller whose turn has just ended comes after those who began to wait during that turn. */
  #toLast(caller: string): void {
    const queue = this.#waiting.get(caller);
    if (queue === undefined) return;
    this.#waiting.delete(caller);
    this.#waiting.set(caller, queue);
  }

  #next(): void {
    const next = [...this.#waiting].find(([caller]) => this.#mayStart(caller));
    if (next === undefined) return;
    const [caller, queue] = next;
    const waiter = queue.shift();
    if (queue.length > 0) this.#toLast(caller);
    else this.#waiting.delete(caller);
    waiter?.start(this.#takeSeat(caller));
  }
}
