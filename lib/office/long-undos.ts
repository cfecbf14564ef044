/**
 * Undos of whole runs, which may take longer than a request. All processes of a server know how far they are. If the
 * process ends, its undo is rolled back, and nothing is stored about it.
 */
import { z } from 'zod';
import { undoResultSchema } from '@/lib/contract/office-journal';
import { waitAtMost } from '@/lib/base/wait-at-most';

const endSchema = z.object({
  /** null: the undo failed. */
  result: undoResultSchema.nullable(),
  /** Why it failed. */
  problem: z.string(),
});
export type UndoEnd = z.infer<typeof endSchema>;

const stateSchema = z.object({
  key: z.string(),
  done: z.number(),
  total: z.number(),
  /** null: it is still running. */
  end: endSchema.nullable(),
});
export type UndoState = z.infer<typeof stateSchema>;

const messageSchema = z.union([stateSchema, z.object({ key: z.string(), isTaken: z.literal(true) })]);

export interface UndoWork {
  /** Names what is undone, and by whom. Work with the same key runs once. */
  key: string;
  /** The number of journal rows. */
  total: number;
  work: (onProgress: (done: number) => void) => Promise<UndoEnd>;
  /** The text for the person if `work` throws later. */
  describe: (error: unknown) => string;
}

interface Neighbours {
  tell(topic: string, value: unknown): void;
  onTold(topic: string, listener: (value: unknown) => void): void;
}

interface Known {
  state: UndoState;
  touchedAt: number;
  /** null: another process does the work. */
  work: Promise<unknown> | null;
  /** What the work threw, until somebody is told. */
  thrown: { error: unknown } | null;
}

const topic = 'undo';
/** A person who waits for longer sees how far the undo is. */
const waitMs = 1000;
const toldEveryMs = 300;
/** After this time without progress, another process with the work must have been killed. */
const silenceMs = 2 * 60_000;
/** After this time, nobody waits for the end any more. */
const keptMs = 10 * 60_000;

export class LongUndos {
  readonly #known = new Map<string, Known>();
  readonly #neighbours: Neighbours | null;
  readonly #waitMs: number;

  constructor(neighbours: Neighbours | null = null, options: { waitMs?: number } = {}) {
    this.#neighbours = neighbours;
    this.#waitMs = options.waitMs ?? waitMs;
    neighbours?.onTold(topic, (value) => {
      const message = messageSchema.parse(value);
      if ('isTaken' in message) this.#known.delete(message.key);
      else
        this.#known.set(message.key, {
          state: message,
          touchedAt: performance.now(),
          work: null,
          thrown: null,
        });
    });
  }

  /** Waits a moment for the end. Whoever gets the end takes it: the next request finds nothing. null: no such work. */
  async find(key: string): Promise<UndoState | null> {
    return (await this.#take(key))?.state ?? null;
  }

  /**
   * Starts the work, unless it runs already, and waits a moment for its end.
   * @throws what the work throws in this moment
   */
  async run({ key, total, work, describe }: UndoWork): Promise<UndoState> {
    const running = await this.#take(key);
    if (running !== null) return running.state;
    const state: UndoState = { key, done: 0, total, end: null };
    const known: Known = { state, touchedAt: performance.now(), work: null, thrown: null };
    this.#known.set(key, known);
    let isAwaited = true;
    let toldAt = -Infinity;
    const note = (change: Partial<UndoState>) => {
      known.state = { ...known.state, ...change };
      known.touchedAt = performance.now();
      if (known.state.end === null && known.touchedAt - toldAt < toldEveryMs) return;
      toldAt = known.touchedAt;
      this.#neighbours?.tell(topic, known.state);
    };
    note({});
    known.work = work((done) => note({ done })).then(
      (end) => note({ end }),
      (error: unknown) => {
        known.thrown = { error };
        note({ end: { result: null, problem: isAwaited ? '' : describe(error) } });
      },
    );
    await this.#take(key);
    isAwaited = false;
    if (known.thrown === null) return known.state;
    this.#known.delete(key);
    throw known.thrown.error;
  }

  async #take(key: string): Promise<Known | null> {
    this.#removeOld();
    const work = this.#known.get(key)?.work ?? null;
    if (work !== null) await waitAtMost(work, this.#waitMs);
    const known = this.#known.get(key) ?? null;
    if (known === null || known.state.end === null) return known;
    this.#known.delete(key);
    this.#neighbours?.tell(topic, { key, isTaken: true });
    return known;
  }

  #removeOld(): void {
    const now = performance.now();
    for (const [key, { state, touchedAt, work }] of this.#known) {
      const lifeMs = state.end === null ? silenceMs : keptMs;
      if ((work === null || state.end !== null) && now - touchedAt > lifeMs) this.#known.delete(key);
    }
  }
}
