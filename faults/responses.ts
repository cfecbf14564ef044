export class Responses {
  #waiting: { isReached: () => boolean; resolve: () => void }[] = [];
  #count = 0;

  add(): void {
    this.#count += 1;
    for (const { resolve } of this.#waiting.filter(({ isReached }) => isReached())) resolve();
    this.#waiting = this.#waiting.filter(({ isReached }) => !isReached());
  }

  /** Checks `isReached` at each response. */
  async until(isReached: () => boolean): Promise<void> {
    if (!isReached()) await new Promise<void>((resolve) => this.#waiting.push({ isReached, resolve }));
  }

  async more(count: number): Promise<void> {
    const target = this.#count + count;
    await this.until(() => this.#count >= target);
  }
}
