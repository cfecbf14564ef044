/** Whether the database can be used now, and what the operator must know about it. */
import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { hasCode } from '@/lib/base/error-code';
import type { Log } from '@/lib/server/log';
import {
  databaseFaultSchema,
  type DatabaseFault,
  type DatabaseFaults,
} from '@/lib/store/sql/database-faults';
import type { Neighbours } from './neighbours';
import type { Store } from '@/lib/store/database';

export interface DatabaseState {
  isAvailable: boolean;
  /** A server with such a problem can still be read from, so it handles requests. */
  warnings: string[];
}

export interface DatabaseProblem {
  what: string;
  todo: string;
}

export const databaseProblems: Record<DatabaseFault | 'space', DatabaseProblem> = {
  damaged: { what: 'The database is damaged.', todo: 'Stop the server and restore a backup.' },
  disk: {
    what: 'The disk of the database is full or broken, so changes cannot be saved.',
    todo: 'Free some space on the disk. If there is space, check the disk.',
  },
  'read-only': {
    what: 'The database is read-only, so changes cannot be saved.',
    todo: 'Check whether DATABASE_URL names a standby, or whether the disk of DATA_DIR is mounted read-only.',
  },
  space: { what: 'The disk of DATA_DIR is almost full.', todo: 'Free some space on the disk.' },
};

export function toWarning({ what, todo }: DatabaseProblem): string {
  return `${what} ${todo}`;
}

const responseWithinMs = 2_000;
const minFreeBytes = 10_000_000;

/** Takes at most two seconds. */
export async function readDatabaseState(store: Store, dataDir: string): Promise<DatabaseState> {
  const [database, hasSpace] = await Promise.all([askDatabase(store), hasFreeSpace(dataDir)]);
  const found = new Set<keyof typeof databaseProblems>(store.faults.list());
  if (database === 'read-only') found.add('read-only');
  if (!hasSpace) found.add('space');
  const warnings = [...found].map((key) => toWarning(databaseProblems[key]));
  return { isAvailable: database !== 'unavailable', warnings };
}

/** false: writes to this disk may fail soon. A missing folder has space. */
export async function hasFreeSpace(dataDir: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(dataDir);
    return bavail * bsize >= minFreeBytes;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return true;
    throw error;
  }
}

/** Logs new faults, and tells the other processes, so that each of them shows these faults. */
export function reportFaults(
  faults: DatabaseFaults,
  { log, neighbours }: { log: Pick<Log, 'error'>; neighbours: Neighbours | null },
): void {
  const topic = 'database fault';
  faults.onNew = (fault) => {
    log.error(toWarning(databaseProblems[fault]));
    neighbours?.tell(topic, fault);
  };
  neighbours?.onTold(topic, (value) => faults.add(databaseFaultSchema.parse(value)));
}

async function askDatabase(store: Store): Promise<'writable' | 'read-only' | 'unavailable'> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<'unavailable'>(
    (resolve) => (timer = setTimeout(() => resolve('unavailable'), responseWithinMs)),
  );
  const responses = Promise.all([
    store.members.selectFrom('organisation').select('id').limit(1).execute(),
    store.auth.selectFrom('client').select('id').limit(1).execute(),
    store.engine === 'postgres' ? isReadOnly(store) : false,
  ]).then(
    ([, , isStandby]) => (isStandby ? 'read-only' : 'writable'),
    () => 'unavailable' as const,
  );
  return Promise.race([responses, timeout]).finally(() => clearTimeout(timer));
}

async function isReadOnly({ auth }: Store): Promise<boolean> {
  const setting = sql<{ value: string }>`select current_setting('transaction_read_only') as value`;
  return (await setting.execute(auth)).rows[0]?.value === 'on';
}
