/**
 * Only a few public pages are rendered at the same time, because the same thread responds to all other requests.
 * Otherwise a network that requests many pages would delay other requests by seconds.
 */
export interface RenderLimits {
  simultaneous: number;
  /**
   * The highest number of waiting pages. `maxWaiting` is for all networks together, and `maxWaitingPerNetwork` is for
   * one network.
   */
  maxWaiting: number;
  maxWaitingPerNetwork: number;
  /** The longest wait for a turn. */
  waitMs: number;
  /** After this time, the next page gets its turn, even if the current page is not finished. */
  turnMs: number;
}

// A page takes 20 to 90 ms of processor time.
export const defaultRenderLimits: RenderLimits = {
  simultaneous: 2,
  maxWaiting: 300,
  maxWaitingPerNetwork: 100,
  waitMs: 5_000,
  turnMs: 10_000,
};

export class RenderingBusy extends Error {}

interface Waiter {
  start: () => void;
}

export class RenderSlots {
  readonly #limits: RenderLimits;
  readonly #waiting = new Map<string, Waiter[]>();
  #rendering = 0;

  constructor(limits: RenderLimits) {
    this.#limits = limits;
  }

  /** @throws RenderingBusy if too many pages wait, or this one has waited too long */
  async run<T>(network: string, render: () => Promise<T>): Promise<T> {
    await this.#enter(network);
    const leave = this.#turn();
    try {
      return await render();
    } finally {
      leave();
    }
  }

  async #enter(network: string): Promise<void> {
    const { simultaneous, maxWaiting, maxWaitingPerNetwork, waitMs } = this.#limits;
    if (this.#rendering < simultaneous) {
      this.#rendering += 1;
      return;
    }
    const queue = this.#waiting.get(network) ?? [];
    const all = [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0);
    if (all >= maxWaiting || queue.length >= maxWaitingPerNetwork) throw new RenderingBusy();
    this.#waiting.set(network, queue);
    await new Promise<void>((resolve, reject) => {
      const waiter: Waiter = {
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(waiter), 1);
        if (queue.length === 0) this.#waiting.delete(network);
        reject(new RenderingBusy());
      }, waitMs);
      queue.push(waiter);
    });
  }

  /** @returns a function that ends the turn */
  #turn(): () => void {
    let hasEnded = false;
    const end = () => {
      if (hasEnded) return;
      hasEnded = true;
      clearTimeout(timer);
      this.#next();
    };
    const timer = setTimeout(end, this.#limits.turnMs);
    return end;
  }

  /** The networks take turns, so that a network with many pages does not delay the others. */
  #next(): void {
    const [first] = this.#waiting;
    if (first === undefined) {
      this.#rendering -= 1;
      return;
    }
    const [network, queue] = first;
    const waiter = queue.shift();
    this.#waiting.delete(network);
    if (queue.length > 0) this.#waiting.set(network, queue);
    waiter?.start();
  }
}
