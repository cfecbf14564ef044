/** Tests replace these functions. */
export interface TimerServices {
  /** The machine's time in milliseconds since 1970. Receivers and other servers compare it with theirs. */
  now: () => number;
  /** A random number from 0 to 1. */
  random: () => number;
  /** Calls `work` once, after `ms`. Returns a function that cancels the call. */
  schedule: (ms: number, work: () => void) => () => void;
}

export const machine: TimerServices = {
  now: Date.now,
  random: Math.random,
  schedule: (ms, work) => {
    // A timer of Node waits at most 2 ** 31 - 1 ms, about 25 days. If `ms` is longer, `work` runs too early. The
    // deliverer then sees that no attempt is due, and waits again.
    const timer = setTimeout(work, Math.min(ms, 2 ** 31 - 1));
    timer.unref();
    return () => clearTimeout(timer);
  },
};
