import { readFile, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '@/lib/base/clock';
import type { Config } from '@/lib/base/config';
import { hasCode } from '@/lib/base/error-code';
import { readLastBackup } from '@/lib/transfer/backup/last-backup';
import {
  findingSchema,
  type ChangelogPart,
  type Installation,
  type InstallationState,
  type Job,
} from '@/lib/contract/office-rights/installation';
import { version } from '@/lib/base/version';
import type { Neighbours } from './neighbours';
import { commandTimeoutMs, type CommandResult } from './run-command';
import { waitAtMost } from '@/lib/base/wait-at-most';

interface InstallationServices {
  config: Pick<Config, 'dataDir' | 'postgresUrl'>;
  projectDir: string;
  /** Findings about other organisations of the database are left out. */
  organisationId: number;
  clock: Clock;
  readProblems: () => Promise<string[]>;
  run: (args: string[]) => Promise<CommandResult>;
  /** The other processes of this server, which show the same jobs. null: there are none. */
  neighbours?: Neighbours | null;
  logError: (error: unknown) => void;
  /** How long a request waits for a job. */
  timeoutMs?: number;
}

const checkSchema = z.object({ findings: z.array(findingSchema) });
const lastCheckSchema = z.object({ at: z.coerce.date(), results: z.array(findingSchema) });

const backupFolder = 'backups';
const keptBackups = 3;

export function createInstallation(options: InstallationServices): Installation {
  const { config, projectDir, organisationId, clock, readProblems, run, logError } = options;
  const { dataDir, postgresUrl } = config;
  const { neighbours = null, timeoutMs = 8_000 } = options;
  let lastCheck: InstallationState['lastCheck'] = null;
  neighbours?.onTold('last check', (value) => (lastCheck = lastCheckSchema.parse(value)));
  const check = createJob({ topic: 'check', neighbours, logError }, async () => {
    const { out, err } = await run(['doctor', '--json', '--organisation', String(organisationId)]);
    const found = checkSchema.safeParse(parseJson(out));
    if (!found.success) throw new Error(`doctor failed: ${err}`);
    lastCheck = { at: clock(), results: found.data.findings };
    neighbours?.tell('last check', lastCheck);
  });
  const backup = createJob({ topic: 'backup', neighbours, logError }, async () => {
    const folder = join(
      dataDir,
      backupFolder,
      clock()
        .toISOString()
        .replace(/[-:]|\.\d+/g, ''),
    );
    const { exitCode, err } = await run(['backup', folder, '--json']);
    if (exitCode !== 0) throw new Error(err.trim());
    await removeOldBackups(join(dataDir, backupFolder));
  });
  return {
    read: async () => {
      const last = await readLastBackup(dataDir);
      const { bavail, bsize } = await statfs(dataDir);
      return {
        version,
        engine: postgresUrl === null ? 'SQLite' : 'PostgreSQL',
        databaseBytes: postgresUrl === null ? await sizeOfDatabases(dataDir) : null,
        freeBytes: bavail * bsize,
        problems: await readProblems(),
        lastCheck,
        check: check.state(),
        lastBackup: last === null ? null : { at: last.madeAt, folder: last.folder, bytes: last.bytes },
        backup: postgresUrl === null ? backup.state() : null,
        changes: await readChanges(join(projectDir, 'CHANGELOG.md')),
      };
    },
    startCheck: () => check.start(timeoutMs),
    startBackup: () => (postgresUrl === null ? backup.start(timeoutMs) : Promise.resolve()),
  };
}

const jobSchema: z.ZodType<Job> = z.object({ isRunning: z.boolean(), problem: z.string().nullable() });

/** Creates a job that never runs twice at the same time. The other processes are told when the job begins and ends. */
function createJob(
  {
    topic,
    neighbours,
    logError,
  }: { topic: string; neighbours: Neighbours | null; logError: (error: unknown) => void },
  work: () => Promise<void>,
) {
  let running: Promise<void> | null = null;
  let problem: string | null = null;
  /** When another process said that it began this job. null: no other process runs it. */
  let startedElsewhere: number | null = null;
  neighbours?.onTold(topic, (value) => {
    const job = jobSchema.parse(value);
    problem = job.problem;
    startedElsewhere = job.isRunning ? performance.now() : null;
  });
  // After this time, the job counts as ended: the process may have been killed before it could say so.
  const runsElsewhere = () =>
    startedElsewhere !== null && performance.now() - startedElsewhere < commandTimeoutMs;
  const state = (): Job => ({ isRunning: running !== null || runsElsewhere(), problem });
  const begin = () => {
    const ended = work()
      .then(() => {
        problem = null;
      })
      .catch((error: unknown) => {
        problem = error instanceof Error ? error.message : String(error);
        logError(error);
      })
      .finally(() => {
        running = null;
        neighbours?.tell(topic, state());
      });
    neighbours?.tell(topic, { isRunning: true, problem });
    return ended;
  };
  return {
    state,
    start: async (timeoutMs: number) => {
      if (running === null && runsElsewhere()) return;
      running ??= begin();
      await waitAtMost(running, timeoutMs);
    },
  };
}

/** The names of backups are the times when they were made. */
async function removeOldBackups(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /^\d{8}T\d{6}Z$/.test(name)).sort();
  for (const name of names.slice(0, -keptBackups)) await rm(join(folder, name), { recursive: true });
}

async function sizeOfDatabases(dataDir: string): Promise<number> {
  const names = ['members.db', 'auth.db'].flatMap((name) => [name, `${name}-wal`]);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(dataDir, name)).then(
        ({ size }) => size,
        (error: unknown) => {
          if (hasCode(error, 'ENOENT')) return 0;
          throw error;
        },
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Items of the newest section of the changelog, by heading. An item may have several lines. */
async function readChanges(file: string): Promise<ChangelogPart[]> {
  const [, newest = ''] = (await readFile(file, 'utf8')).split(/^## /m);
  const [, ...parts] = newest.split(/^#{3,4} /m);
  return parts
    .map((part) => {
      const [title = '', ...rest] = part.split('\n');
      const [, ...items] = `\n${rest.join('\n')}`.split(/\n- /);
      return { title, items: items.map((item) => item.replace(/\s+/g, ' ').trim()) };
    })
    .filter(({ items }) => items.length > 0);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
