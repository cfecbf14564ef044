import type { ToWorker } from './messages';

export interface Asked {
  number: number;
  send(message: ToWorker): void;
}

interface Requester {
  number: number;
  id: number;
}

interface Round {
  requester: Requester;
  send: Asked['send'];
  texts: Map<number, string>;
  missing: Set<number>;
  cancelTimeout: () => void;
}

/** A process that needs longer is busy, and its metrics are left out. */
const timeoutMs = 2_000;

interface Services {
  own(): Promise<string>;
  schedule(ms: number, work: () => void): () => void;
}

/** Collects the metrics of all processes. Sends them to the process that asked for them. */
export class MetricsRounds {
  readonly #rounds = new Map<number, Round>();
  readonly #services: Services;
  #last = 0;

  constructor(services: Services) {
    this.#services = services;
  }

  /** @param asked includes the requester */
  begin(requester: Requester, asked: readonly Asked[]): void {
    const round = (this.#last += 1);
    const { send } = asked.find(({ number }) => number === requester.number) ?? { send: () => undefined };
    this.#rounds.set(round, {
      requester,
      send,
      texts: new Map(),
      missing: new Set(asked.map(({ number }) => number)),
      cancelTimeout: this.#services.schedule(timeoutMs, () => void this.#end(round)),
    });
    for (const one of asked) one.send({ kind: 'send metrics', id: round });
  }

  add(round: number, number: number, text: string): void {
    this.#rounds.get(round)?.texts.set(number, text);
    this.#leave(round, number);
  }

  /** The process has ended and sends nothing more. */
  ended(number: number): void {
    for (const round of this.#rounds.keys()) this.#leave(round, number);
  }

  #leave(round: number, number: number): void {
    const found = this.#rounds.get(round);
    found?.missing.delete(number);
    if (found?.missing.size === 0) void this.#end(round);
  }

  async #end(round: number): Promise<void> {
    const found = this.#rounds.get(round);
    if (found === undefined) return;
    this.#rounds.delete(round);
    found.cancelTimeout();
    const { requester, send, texts } = found;
    const inOrder = [...texts].sort(([a], [b]) => a - b).map(([, text]) => text);
    send({ kind: 'all metrics', id: requester.id, texts: [...inOrder, await this.#services.own()] });
  }
}
