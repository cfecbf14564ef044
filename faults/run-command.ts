import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ServiceSettings } from './service-process';

const counter = new URL('kill-at-statement.mjs', import.meta.url).href;
const command = join(import.meta.dirname, '../scripts/chapterhouse.mjs');

export interface CommandRun {
  /** null: the command was killed. */
  code: number | null;
  isKilled: boolean;
  /** The counts are 0 if the command was killed, because it could not report them. */
  statements: number;
  commits: number;
  out: string;
  printed: string;
}

/**
 * Each number says before which statement or commit the command is killed. A number that is 0 or absent causes no kill.
 */
export interface KillPoint {
  killAt?: number;
  /** The number of the statement, counted only in the thread that rewrites SQLite's files. */
  killThreadAt?: number;
  killAtCommit?: number;
}

export async function runCommand(
  { dataDir, postgresUrl }: ServiceSettings,
  line: readonly string[],
  { killAt = 0, killThreadAt = 0, killAtCommit = 0 }: KillPoint = {},
): Promise<CommandRun> {
  const child = spawn(process.execPath, ['--import', counter, command, ...line], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: postgresUrl ?? '',
      KILL_AT: String(killAt),
      KILL_THREAD_AT: String(killThreadAt),
      KILL_AT_COMMIT: String(killAtCommit),
    },
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  const count = (what: string) => Number(new RegExp(`^(\\d+) ${what}$`, 'm').exec(err)?.[1] ?? 0);
  return {
    code,
    isKilled: signal === 'SIGKILL',
    statements: count('statements'),
    commits: count('commits'),
    out,
    printed: out + err,
  };
}
