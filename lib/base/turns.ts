/**
 * Work that only few callers may do at the same time. The callers take turns, so that one with much work does not delay
 * the others.
 */
export interface TurnLimits {
  simultaneous: number;
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
  start: () => void;
}

export class Turns {
  readonly #limits: TurnLimits;
  readonly #waiting = new Map<string, Waiter[]>();
  #running = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** @throws NoTurn if too much work waits, or this work has waited too long */
  async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    await this.#enter(caller);
    const leave = this.#turn(caller);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  async #enter(caller: string): Promise<void> {
    const { simultaneous, maxWaiting, maxWaitingEach, waitMs } = this.#limits;
    if (this.#running < simultaneous) {
      this.#running += 1;
      return;
    }
    const queue = this.#waiting.get(caller) ?? [];
    const all = [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0);
    if (all >= maxWaiting || queue.length >= maxWaitingEach) throw new NoTurn();
    this.#waiting.set(caller, queue);
    await new Promise<void>((resolve, reject) => {
      const waiter: Waiter = {
        start: () => {
          clearTimeout(timer);
          resolve();
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

  /** @returns a function that ends the turn */
  #turn(caller: string): () => void {
    let hasEnded = false;
    const end = () => {
      if (hasEnded) return;
      hasEnded = true;
      clearTimeout(timer);
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
    const [first] = this.#waiting;
    if (first === undefined) {
      this.#running -= 1;
      return;
    }
    const [caller, queue] = first;
    const waiter = queue.shift();
    if (queue.length > 0) this.#toLast(caller);
    else this.#waiting.delete(caller);
    waiter?.start();
  }
}
