import { accessSync, constants, existsSync, mkdirSync, realpathSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { beginReplacement, type Replacement } from '@/lib/store/data-folder/replace-data';
import { endAllSignIns } from '@/lib/sign-in/accounts/end-all-sign-ins';
import { applyErasures, type AppliedErasures } from '@/lib/privacy/erasure/apply-erasures';
import { appendErasures, erasuresFile, readErasures } from '@/lib/privacy/erasure/erasures-file';
import type { Store } from '@/lib/store/database';
import { byCommand } from '@/lib/store/journal';
import { recordRestore, type GivenOut } from '@/lib/transfer/backup/record-restore';
import type { CountedTable } from '@/lib/store/member-index';
import { reloadWebhooks } from '@/lib/notify/webhooks/reload';
import { StartupError } from '@/lib/base/startup-error';
import { lockDatabase, type DatabaseLock } from '@/lib/store/sql/sqlite-lock';
import { BackupError, databases, plainFiles } from './backup-files';
import { openChecked } from './check-database';
import { requireTogether } from './check-together';
import { copyBackup } from './copy-backup';
import { copyDatabase } from './copy-database';

/**
 * The directory's snapshot, and responses of the API that the directory did not accept. These files are newer than the
 * backup. A restore therefore removes them from DATA_DIR, and the server creates them again.
 */
const derivedFiles = [
  'snapshot.bin',
  'snapshot.bin.new',
  // Of earlier releases.
  'snapshot.json',
  'snapshot.json.new',
  'held-answer.json',
  'confirmed-answer.json',
];

/** Everything in DATA_DIR that belongs to the restored data. The log of a database comes before the database. */
const names = [
  ...databases.flatMap((name) => [`${name}-wal`, `${name}-shm`, `${name}-journal`, name]),
  ...plainFiles,
  'gazetteer',
  ...derivedFiles,
];

const restoredSchema = z.object({
  backup: z.string(),
  /** null: an earlier release made the backup. */
  madeAt: z.string().nullable(),
  version: z.string().nullable(),
  organisations: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      members: z.number(),
      /** The number of members in the replaced data. null: there was no data, or the data cannot be read. */
      membersBefore: z.number().nullable(),
    }),
  ),
  ended: z.object({ sessions: z.number(), tokens: z.number() }),
  /** The number of persons who were erased after the backup was made, and are now erased from the restored data. */
  erased: z.number(),
  problems: z.array(z.string()),
});

/**
 * Describes the data that was restored. Without a confirmation, nothing was restored, and this describes the backup.
 */
export type Restored = z.infer<typeof restoredSchema>;

export interface RestoreResult extends Restored {
  /** The folder that has the replaced data. null: there was no data, or nothing was replaced. */
  replacedFolder: string | null;
  /** This run has only finished an interrupted restore. */
  isFinished: boolean;
}

interface RestoreRequest {
  dataDir: string;
  backup: string;
  /** null: AUTH_SECRET is not set. */
  authSecret: string | null;
  now: Date;
  /** false: the backup is only checked. */
  isConfirmed: boolean;
}

/**
 * Replaces the data with a backup. A copy of the backup is first checked, migrated and updated. All data is replaced at
 * the end, so that an earlier failure changes nothing.
 * @throws BackupError if the backup cannot be restored, or a process uses the data
 */
export async function restoreBackup(request: RestoreRequest): Promise<RestoreResult> {
  const { backup } = request;
  const dataDir = existsSync(request.dataDir) ? realpathSync(request.dataDir) : request.dataDir;
  if (existsSync(backup) && realpathSync(backup) === dataDir) {
    throw new BackupError(`${backup} is DATA_DIR itself: name the folder of a backup`);
  }
  requireWritable(dataDir);
  const { replacement, finished } = beginReplacement(dataDir);
  try {
    const earlier = restoredSchema.safeParse(finished?.about);
    if (finished !== null && earlier.success && earlier.data.backup === backup && request.isConfirmed)
      return { ...earlier.data, replacedFolder: finished.replacedFolder, isFinished: true };
    const locks = lockAll(dataDir);
    try {
      return await prepare({ ...request, dataDir }, replacement, locks);
    } finally {
      for (const lock of locks.values()) lock?.release();
    }
  } finally {
    replacement.end();
  }
}

/** @throws BackupError naming the folder or file in DATA_DIR that this user cannot write */
function requireWritable(dataDir: string): void {
  const existing = [...databases, erasuresFile].map((name) => join(dataDir, name)).filter(existsSync);
  let path = dataDir;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    for (path of [dataDir, ...existing]) accessSync(path, constants.W_OK);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    throw new BackupError(
      `${path} cannot be written by this user (${String(error.code)}), so nothing was changed: run the command as the user who owns DATA_DIR, or set DATA_DIR to a folder that can be written`,
    );
  }
}

/** The lock of each database, by the database's name. null: the database is damaged. */
type Locks = Map<string, DatabaseLock | null>;

/** @throws BackupError if a process has a database open */
function lockAll(dataDir: string): Locks {
  const locks: Locks = new Map();
  try {
    for (const name of databases) {
      if (existsSync(join(dataDir, name))) locks.set(name, lockUnlessDamaged(join(dataDir, name), dataDir));
    }
    return locks;
  } catch (error) {
    for (const lock of locks.values()) lock?.release();
    throw error;
  }
}

function lockUnlessDamaged(file: string, dataDir: string): DatabaseLock | null {
  try {
    const lock = lockDatabase(file);
    if (lock !== null) return lock;
  } catch (error) {
    // The database is damaged, which is a common reason to restore a backup.
    if (error instanceof Error && 'errcode' in error && [11, 26].includes(Number(error.errcode) % 256))
      return null;
    throw error;
  }
  throw new BackupError(
    `The server or a command uses the databases in ${dataDir}. Stop it, then run this command again. Nothing was changed`,
  );
}

async function prepare(
  request: RestoreRequest,
  replacement: Replacement,
  locks: Locks,
): Promise<RestoreResult> {
  const { dataDir, backup, authSecret, now, isConfirmed } = request;
  const { workFolder: copy, newFolder } = replacement;
  const manifest = await copyBackup(backup, copy);
  const members = locks.get('members.db') ?? null;
  const before = members === null ? null : readReplacedState(members);
  const store = await openChecked(copy, { backup });
  let settled: Pick<Restored, 'ended' | 'erased' | 'problems'>;
  let organisations: Restored['organisations'];
  try {
    await requireTogether(store, { copy, backup, authSecret });
    requireReadableErasures(copy, backup);
    appendErasures(copy, readErasures(dataDir));
    settled = await settle(store, { copy, before, now });
    organisations = await countMembers(store, before);
    // The copies have no pages with deleted data.
    if (isConfirmed)
      for (const name of databases) await copyDatabase(join(copy, name), join(newFolder, name));
  } finally {
    await store.close();
  }
  const { madeAt = null, version = null } = manifest ?? {};
  const about: Restored = {
    backup,
    madeAt: madeAt?.toISOString() ?? null,
    version,
    organisations,
    ...settled,
  };
  if (!isConfirmed) return { ...about, replacedFolder: null, isFinished: false };
  for (const name of [...plainFiles, 'gazetteer']) {
    if (existsSync(join(copy, name))) renameSync(join(copy, name), join(newFolder, name));
  }
  // The file of erasures is never replaced, because it also has the erasures that are newer than the backup.
  appendErasures(dataDir, readErasures(copy));
  requireSameDatabases(dataDir, locks);
  return { ...about, replacedFolder: replacement.commit(names, { now, about }), isFinished: false };
}

/** @throws BackupError if the backup's file of erasures is damaged */
function requireReadableErasures(copy: string, backup: string): void {
  try {
    readErasures(copy);
  } catch (error) {
    if (error instanceof StartupError) throw new BackupError(error.message.replace(copy, backup));
    throw error;
  }
}

async function settle(
  store: Store,
  { copy, before, now }: { copy: string; before: readonly ReplacedState[] | null; now: Date },
): Promise<AppliedErasures & Pick<Restored, 'ended'>> {
  const cause = byCommand('restore');
  const organisations = await store.members.selectFrom('organisation').select('id').execute();
  for (const { id: organisationId } of organisations) {
    const givenOut = before?.find((one) => one.organisationId === organisationId) ?? null;
    await recordRestore(store, { organisationId, now, cause }, givenOut);
  }
  await store.auth.deleteFrom('server').execute();
  const ended = await endAllSignIns(store, { cause, now });
  // The receivers of webhooks may have data that is newer than the backup, so they are told to load everything again.
  await reloadWebhooks(store.auth);
  const { erased, problems } = await applyErasures(store, { dataDir: copy, clock: () => now });
  return { ended, erased, problems };
}

async function countMembers(
  { members }: Store,
  before: readonly ReplacedState[] | null,
): Promise<Restored['organisations']> {
  const rows = await members
    .selectFrom('organisation')
    .leftJoin('membership', 'membership.organisation_id', 'organisation.id')
    .select((eb) => ['organisation.id', 'organisation.name', eb.fn.count('membership.id').as('members')])
    .groupBy(['organisation.id', 'organisation.name'])
    .orderBy('organisation.id')
    .execute();
  return rows.map(({ id, name, members: count }) => {
    const membersBefore = before?.find((one) => one.organisationId === id)?.members ?? null;
    return { id, name, members: Number(count), membersBefore };
  });
}

/**
 * The restore cannot lock a database that does not exist when it begins. If such a database exists now, a server may
 * have started in the meantime. The restore is then refused.
 */
function requireSameDatabases(dataDir: string, locks: Locks): void {
  for (const name of databases) {
    if (locks.has(name) || !existsSync(join(dataDir, name))) continue;
    throw new BackupError(`Another process has just created ${join(dataDir, name)}. Nothing was changed`);
  }
}

/** The restored database must not use the IDs and journal positions of the replaced one again. */
interface ReplacedState extends GivenOut {
  organisationId: number;
  name: string;
  members: number;
}

const tables = [
  'person',
  'membership',
  'location',
  'membership_type',
  'category',
  'chapter',
  'addon',
  'extra',
] as const satisfies CountedTable[];

/** null: the database cannot be read, or an early release made it. */
function readReplacedState(lock: DatabaseLock): ReplacedState[] | null {
  try {
    return lock.rows('select id, name from organisation order by id').map((row) => {
      const organisationId = Number(row.id);
      const highest = (from: string, column = 'id', where = '') =>
        Number(
          lock.rows(
            `select max(${column}) as found from ${from} where organisation_id = ${organisationId}${where}`,
          )[0]?.found ?? 0,
        );
      return {
        organisationId,
        name: String(row.name),
        members: Number(
          lock.rows(`select count(*) as found from membership where organisation_id = ${organisationId}`)[0]
            ?.found,
        ),
        position: highest('journal_state', 'position'),
        highestIds: new Map(
          tables.map((table) => [
            table,
            Math.max(highest(table), highest('last_id', 'id', ` and table_name = '${table}'`)),
          ]),
        ),
      };
    });
  } catch {
    return null;
  }
}
