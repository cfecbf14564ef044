/**
 * Replaces all data in DATA_DIR, or changes nothing. The new data is prepared in a draft folder, and takes effect when
 * that folder is renamed. The files are then moved one by one. If the process is killed, the next process that opens
 * the data folder moves the rest. DATA_DIR itself is never renamed: it may be a mount point, and its parent folder may
 * belong to somebody else.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { lockDatabase } from '@/lib/store/sql/sqlite-lock';
import { StartupError } from '@/lib/base/startup-error';
import { flush, flushTree } from './flush';

/**
 * New data is prepared here. A draft has no effect on DATA_DIR, and the next restore deletes one that was left behind.
 */
const draftName = 'restore.draft';
/** The complete new data. It is valid as soon as its folder has this name. */
const readyName = 'restore.ready';
const lockName = 'restore.lock';
const planName = 'plan.json';
/** Inside the draft: the files for DATA_DIR. */
const newName = 'new';

const replacedPrefix = 'replaced-';

const planSchema = z.object({
  replaced: z.string(),
  /** The caller's description of the replacement. */
  about: z.unknown(),
  /** The files and folders that belong to the data in DATA_DIR, in the order in which they are moved. */
  names: z.array(z.string()),
  /** Those `names` that exist in the new data. */
  added: z.array(z.string()),
});

type Plan = z.infer<typeof planSchema>;

/** Only one process at a time can replace the data in a folder. */
export interface Replacement {
  /** A folder for work on the new data. The folder is empty at first, and is deleted afterwards. */
  workFolder: string;
  newFolder: string;
  /**
   * Replaces the files and folders with these names in DATA_DIR.
   * @param about the caller's description. If this process is killed, the next `beginReplacement` returns the
   * description
   * @returns the folder to which the replaced files were moved. null: no file was replaced
   */
  commit(names: readonly string[], { now, about }: { now: Date; about: unknown }): string | null;
  /**
   * Deletes new data that was not committed, and releases the lock. If `commit` was not called, this replacement
   * changes nothing in DATA_DIR.
   */
  end(): void;
}

/** An earlier process committed this replacement and was then killed. This process has finished it. */
export interface Finished {
  replacedFolder: string | null;
  about: unknown;
}

/**
 * An interrupted earlier replacement is finished first.
 * @throws StartupError if another process replaces the data
 */
export function beginReplacement(dataDir: string): { replacement: Replacement; finished: Finished | null } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockDatabase(join(dataDir, lockName));
  if (lock === null) throw inProgress(dataDir);
  try {
    const finished = finish(dataDir);
    const draft = join(dataDir, draftName);
    rmSync(draft, { recursive: true, force: true });
    const [workFolder, newFolder] = [join(draft, 'work'), join(draft, newName)];
    for (const folder of [draft, workFolder, newFolder]) mkdirSync(folder, { mode: 0o700 });
    const replacement: Replacement = {
      workFolder,
      newFolder,
      commit(names, { now, about }) {
        rmSync(workFolder, { recursive: true });
        const added = names.filter((name) => existsSync(join(newFolder, name)));
        const replaced = unusedName(
          dataDir,
          `${replacedPrefix}${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`,
        );
        const plan: Plan = { replaced, about, names: [...names], added };
        writeFileSync(join(draft, planName), JSON.stringify(plan), { mode: 0o600 });
        flushTree(draft);
        renameSync(draft, join(dataDir, readyName));
        flush(dataDir);
        return finish(dataDir)?.replacedFolder ?? null;
      },
      end() {
        rmSync(draft, { recursive: true, force: true });
        lock.release();
      },
    };
    return { replacement, finished };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** How long to wait for another process that moves the files. */
const maxWaitMs = 30_000;
const retryMs = 20;

/**
 * Call this before anything in the folder is used.
 * @throws StartupError if another process is finishing the replacement and takes too long
 */
export async function finishReplacement(dataDir: string): Promise<void> {
  const ready = join(dataDir, readyName);
  for (const start = performance.now(); existsSync(ready);) {
    const lock = lockDatabase(join(dataDir, lockName));
    try {
      if (lock !== null) finish(dataDir);
    } finally {
      lock?.release();
    }
    if (lock !== null) return;
    if (performance.now() - start > maxWaitMs) throw inProgress(dataDir);
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}

export function isReplacing(dataDir: string): boolean {
  if (!existsSync(join(dataDir, draftName))) return false;
  const lock = lockDatabase(join(dataDir, lockName));
  lock?.release();
  return lock === null;
}

/** Oldest first. */
export function findReplaced(dataDir: string): string[] {
  if (!existsSync(dataDir)) return [];
  const names = readdirSync(dataDir).filter((name) => name.startsWith(replacedPrefix));
  return names.sort().map((name) => join(dataDir, name));
}

/** If this is interrupted at any point, it can be called again. The caller holds the lock. */
function finish(dataDir: string): Finished | null {
  const ready = join(dataDir, readyName);
  if (!existsSync(ready)) return null;
  // If there is no plan, an earlier process has already moved all files. That process was killed while it deleted this
  // folder.
  const isMoved = !existsSync(join(ready, planName));
  const plan = isMoved ? null : planSchema.parse(JSON.parse(readFileSync(join(ready, planName), 'utf8')));
  const replacedFolder = plan === null ? null : move(dataDir, plan);
  rmSync(join(ready, planName), { force: true });
  rmSync(ready, { recursive: true });
  return plan === null ? null : { replacedFolder, about: plan.about };
}

function move(dataDir: string, { replaced, names, added }: Plan): string | null {
  const replacedFolder = join(dataDir, replaced);
  mkdirSync(replacedFolder, { recursive: true, mode: 0o700 });
  for (const name of names) {
    const [current, old, next] = [
      join(dataDir, name),
      join(replacedFolder, name),
      join(dataDir, readyName, newName, name),
    ];
    const isInPlace = added.includes(name) && !existsSync(next);
    if (isInPlace) continue;
    if (existsSync(current) && !existsSync(old)) renameSync(current, old);
    if (existsSync(next)) renameSync(next, current);
  }
  flush(replacedFolder);
  flush(dataDir);
  if (readdirSync(replacedFolder).length > 0) return replacedFolder;
  rmSync(replacedFolder, { recursive: true });
  return null;
}

function unusedName(dataDir: string, name: string): string {
  for (let count = 1; ; count += 1) {
    const tried = count === 1 ? name : `${name}-${count}`;
    if (!existsSync(join(dataDir, tried))) return tried;
  }
}

export function inProgress(dataDir: string): StartupError {
  return new StartupError(`A backup is being restored in ${dataDir}. Wait until the restore has finished.`);
}
