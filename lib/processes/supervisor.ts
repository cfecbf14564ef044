/** Decides when the processes of one server are started, restarted and stopped. */

/** A process that handles requests. */
export interface WorkerProcess {
  /** SIGTERM lets it finish its responses. */
  end(signal: 'SIGTERM' | 'SIGKILL'): void;
}

export interface SupervisorServices {
  count: number;
  /** Starts process `number`. `isFirst`: no process has been ready yet. */
  start(options: { number: number; isFirst: boolean }): WorkerProcess;
  /** Calls `work` after `ms`. Returns a function that cancels the call. */
  schedule(ms: number, work: () => void): () => void;
  /** Milliseconds of a monotonic clock. */
  now(): number;
  warn(message: string): void;
  /** Ends the server. */
  exit(code: number): void;
}

/** The pause before a restart. It doubles each time that a process ends soon after its start. */
const restartMs = { first: 1_000, most: 30_000 };
/** A process that was ready for this long has started well. */
const stableMs = 60_000;
/** A process itself ends 25 s after a signal at the latest. Service managers kill everything after 30 s. */
const killAfterMs = 27_000;

interface Place {
  number: number;
  /** null: it has ended. */
  process: WorkerProcess | null;
  readyAt: number | null;
  failures: number;
  cancelStart: () => void;
}

/**
 * One process starts alone, because it may have to create the database. The others follow when it is ready. If the
 * first start fails, the server ends. Later, a process that ends is started again, and the others continue.
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

  /** The process responds to requests. */
  ready(number: number): void {
    const place = this.#placeOf(number);
    if (place === undefined || this.#isStopping) return;
    place.readyAt = this.#services.now();
    if (this.#hasBeenReady) return;
    this.#hasBeenReady = true;
    for (const other of this.#places) if (other !== place) this.#start(other);
  }

  /** `how` says how the process ended, for example `code 1`. */
  ended(number: number, { code, how }: { code: number; how: string }): void {
    const place = this.#placeOf(number);
    if (place === undefined) return;
    const { readyAt } = place;
    [place.process, place.readyAt] = [null, null];
    if (this.#isStopping) {
      this.#exitCode = Math.max(this.#exitCode, code);
      return this.#exitWhenAllEnded();
    }
    // A process that could not start has itself printed why.
    if (!this.#hasBeenReady) return this.#services.exit(code);
    const wasStable = readyAt !== null && this.#services.now() - readyAt >= stableMs;
    const pause = Math.min(restartMs.most, restartMs.first * 2 ** (wasStable ? 0 : place.failures));
    place.failures = wasStable ? 1 : place.failures + 1;
    this.#services.warn(
      `Process ${number} ended unexpectedly (${how}). ${this.#running()} of ${this.#places.length} serve. It is started again in ${pause / 1000} s.`,
    );
    place.cancelStart = this.#services.schedule(pause, () => this.#start(place));
  }

  /** Stops all processes, and then the server. */
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
