/** A clock that advances only when a test advances it. */
import { seededRandom } from '@/lib/base/seeded-random';
import type { TimerServices } from './timer-services';

interface Timer {
  at: number;
  work: () => void;
}

export class ManualTime implements TimerServices {
  #now: number;
  readonly #timers = new Set<Timer>();
  readonly random: () => number;

  constructor(start: Date, seed = 1) {
    this.#now = start.getTime();
    this.random = seededRandom(seed);
  }

  readonly now = (): number => this.#now;

  readonly schedule = (ms: number, work: () => void): (() => void) => {
    const timer = { at: this.#now + ms, work };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  };

  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const [next] = [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.work();
    }
    this.#now = end;
  }
}
