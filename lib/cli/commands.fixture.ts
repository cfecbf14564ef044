import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, vi } from 'vitest';
import { newDatabase } from '@/lib/store/stores.fixture';
import type { Store, StoreLocation } from '@/lib/store/database';
import { runChapterhouse } from './main';

export interface Ran {
  exitCode: number;
  out: string;
  err: string;
}

export interface CommandFolder {
  folder: string;
  run: (line: string, input?: string) => Promise<Ran>;
  /** Like `run`, but at a terminal where somebody types `answer`. */
  runAtTerminal: (line: string, answer: string) => Promise<Ran>;
  location: () => StoreLocation;
}

/**
 * Creates a folder that exists only while these tests run. Its subfolder `data` is DATA_DIR. `run` runs a command line
 * as if it were called from the folder.
 */
export function commandFolder(engine: Store['engine'] = 'sqlite'): CommandFolder {
  const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-cli-'));
  const location: StoreLocation = { dataDir: join(folder, 'data'), postgresUrl: null };
  let removeDatabase = async () => {};
  beforeAll(async () => {
    if (engine === 'postgres') {
      const { url, remove } = await newDatabase();
      location.postgresUrl = url;
      removeDatabase = remove;
    }
    vi.stubEnv('DATA_DIR', location.dataDir);
    vi.stubEnv('DATABASE_URL', location.postgresUrl ?? '');
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
    await removeDatabase();
  });
  return {
    folder,
    run: (line, input = '') => runLine(line, { folder, input }),
    runAtTerminal: (line, answer) => runLine(line, { folder, answer }),
    location: () => location,
  };
}

/** Splits and runs a command line like a shell. The only special characters that are handled are quotation marks. */
export async function runLine(
  line: string,
  { folder, input = '', answer = null }: { folder: string; input?: string; answer?: string | null },
): Promise<Ran> {
  const args = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const out: string[] = [];
  const err: string[] = [];
  const terminal = {
    calledFrom: folder,
    out: (text: string) => out.push(text),
    err: (text: string) => err.push(text),
    rewrite: () => undefined,
    isInteractive: false,
    readInput: async () => input,
    readSecret: async () => input,
    ask: answer === null ? null : async () => answer,
  };
  const exitCode = await runChapterhouse(args, { calledFrom: folder, terminal });
  return { exitCode, out: out.join('\n'), err: err.join('\n') };
}
