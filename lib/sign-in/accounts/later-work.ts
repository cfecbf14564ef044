interface Waiting {
  work: () => Promise<void>;
  timer: NodeJS.Timeout;
}

/**
 * Work that is done at a random time after a response, so that response times do not reveal what the work is.
 */
export class LaterWork {
  private readonly waiting = new Set<Waiting>();
  private readonly running = new Set<Promise<void>>();

  constructor(private readonly settings: { delayMs: () => number }) {}

  /** `work` must not reject. */
  add(work: () => Promise<void>): void {
    const waiting = { work, timer: setTimeout(() => this.start(waiting), this.settings.delayMs()) };
    this.waiting.add(waiting);
  }

  async finish(): Promise<void> {
    for (const waiting of this.waiting) {
      clearTimeout(waiting.timer);
      this.start(waiting);
    }
    await Promise.all(this.running);
  }

  private start(waiting: Waiting): void {
    this.waiting.delete(waiting);
    const running = waiting.work().finally(() => this.running.delete(running));
    this.running.add(running);
  }
}
