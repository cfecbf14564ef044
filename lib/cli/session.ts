import { resolve } from 'node:path';
import { createClock, type Clock } from '@/lib/clock';
import { readConfig, type Config } from '@/lib/config';
import { openStore, type Store } from '@/lib/membership-service/store/database';

/** A command could not do its work; the message tells the operator why. Exit code 1. */
export class CommandError extends Error {
  override name = 'CommandError';
  /** `isTold`: the result document says it already. */
  constructor(
    message: string,
    readonly isTold = false,
  ) {
    super(message);
  }
}

/** The command was called wrongly; the message says how to call it. Exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Where a command reads from and writes to. */
export interface Terminal {
  /** File names given are relative to it. */
  calledFrom: string;
  /** Standard output: the result. */
  out(text: string): void;
  /** Standard error: progress and problems. */
  err(text: string): void;
  /** Writes over the last line of standard error; '' clears it. */
  rewrite(text: string): void;
  /** Whether standard error is a terminal that can show a progress bar. */
  isInteractive: boolean;
  /** All of standard input, without the line break at its end. */
  readInput(): Promise<string>;
}

/** What a command works with. */
export interface Session {
  terminal: Terminal;
  config: Config;
  clock: Clock;
  store: Store;
  /** An absolute path. */
  path(file: string): string;
  /** The result: `data` as one JSON document under `--json`, else `lines`. */
  tell(data: unknown, lines: string | string[]): void;
}

/** Opens the store for `work` and closes it after. */
export async function withSession<T>(
  terminal: Terminal,
  { json = false }: { json?: boolean },
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const config = readConfig();
  const store = await openStore(config);
  const path = (file: string) => pathFrom(terminal, file);
  const tell = tellOn(terminal, { json });
  try {
    return await work({ terminal, config, clock: createClock(config.now), store, path, tell });
  } finally {
    await store.close();
  }
}

/** The absolute path of a file named on the command line. */
export function pathFrom({ calledFrom }: Terminal, file: string): string {
  return resolve(calledFrom, file);
}

/** Tells a command's result: as one JSON document under `--json`, else as lines. */
export function tellOn(terminal: Terminal, { json }: { json?: boolean }): Session['tell'] {
  return (data, lines) => terminal.out(json ? JSON.stringify(data) : [lines].flat().join('\n'));
}
