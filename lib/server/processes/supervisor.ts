/** Decides when the processes of one server start, restart and stop. */

export interface WorkerProcess {
  /** SIGTERM lets the process finish its responses. */
  end(signal: 'SIGTERM' | 'SIGKILL'): void;
}

export interface SupervisorServices {
  count: number;
  /** `isFirst`: no process was ready yet. */
  start(options: { number: number; isFirst: boolean }): WorkerProcess;
  schedule(ms: number, work: () => void): () => void;
  /** Milliseconds of a monotonic clock. */
  now(): number;
  warn(message: string): void;
  exit(code: number): void;
}

/** The pause before a restart doubles each time that a process ends soon after its start. */
const restartMs = { first: 1_000, most: 30_000 };
const stableMs = 60_000;
/** A process ends by itself within 25 s of a signal. Service managers kill everything after 30 s. */
const killAfterMs = 27_000;

interface Place {
  number: number;
  /** null: the process has ended. */
  process: WorkerProcess | null;
  readyAt: number | null;
  failures: number;
  cancelStart: () => void;
}

/**
 * The first process starts alone, because it may have to create the database. The others follow when it is ready. If it
 * cannot start, the server ends. A process that ends later is started again, while the others continue.
 */
export class Supervisor {
  readonly #services: SupervisorServices;
  readonly #places: Place[];
  #hasBeenReady = false;
  #isStopping = false;
  #exitCode = 0;

  constructor(services: SupervisorServices) {
    this.#services = services;
    this.#places = Array.from({ length: services.count }, (_, at) => ({
      number: at + 1,
      process: null,
      readyAt: null,
      failures: 0,
      cancelStart: () => undefined,
    }));
  }

  begin(): void {
    const [first] = this.#places;
    if (first !== undefined) this.#start(first);
  }

  ready(number: number): void {
    const place = this.#placeOf(number);
    if (place === undefined || this.#isStopping) return;
    place.readyAt = this.#services.now();
    if (this.#hasBeenReady) return;
    this.#hasBeenReady = true;
    for (const other of this.#places) if (other !== place) this.#start(other);
  }

  /** @param how says how the process ended, for example `code 1` */
  ended(number: number, { code, how }: { code: number; how: string }): void {
    const place = this.#placeOf(number);
    if (place === undefined) return;
    const { readyAt } = place;
    [place.process, place.readyAt] = [null, null];
    if (this.#isStopping) {
      this.#exitCode = Math.max(this.#exitCode, code);
      return this.#exitWhenAllEnded();
    }
    // A process that cannot start prints the reason itself.
    if (!this.#hasBeenReady) return this.#services.exit(code);
    const wasStable = readyAt !== null && this.#services.now() - readyAt >= stableMs;
    const pause = Math.min(restartMs.most, restartMs.first * 2 ** (wasStable ? 0 : place.failures));
    place.failures = wasStable ? 1 : place.failures + 1;
    this.#services.warn(
      `Process ${number} ended unexpectedly (${how}). ${this.#running()} of ${this.#places.length} processes are running. It restarts in ${pause / 1000} s.`,
    );
    place.cancelStart = this.#services.schedule(pause, () => this.#start(place));
  }

  stop(): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    for (const { process, cancelStart } of this.#places) {
      cancelStart();
      process?.end('SIGTERM');
    }
    this.#services.schedule(killAfterMs, () => {
      for (const { process } of this.#places) process?.end('SIGKILL');
    });
    this.#exitWhenAllEnded();
  }

  #start(place: Place): void {
    const { number } = place;
    place.process = this.#services.start({ number, isFirst: !this.#hasBeenReady });
  }

  #exitWhenAllEnded(): void {
    if (this.#running() === 0) this.#services.exit(this.#exitCode);
  }

  #running(): number {
    return this.#places.filter(({ process }) => process !== null).length;
  }

  #placeOf(number: number): Place | undefined {
    return this.#places[number - 1];
  }
}
