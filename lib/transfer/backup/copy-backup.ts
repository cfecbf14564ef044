import { chmodSync, constants, copyFileSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { hasCode } from '@/lib/base/error-code';
import { erasuresFile } from '@/lib/privacy/erasure/erasures-file';
import { gazetteerFolder, loadPlaceTables } from '@/lib/map/geo/places';
import { BackupError, databases, hashFile, plainFiles, readManifest, type Manifest } from './backup-files';

/**
 * Copies a backup into an empty folder. The backup itself does not change. If the backup has a list of its files, each
 * file must be as in that list.
 * @returns null: an earlier release made the backup
 * @throws BackupError if the folder is not a backup, or the backup is not complete
 */
export async function copyBackup(backup: string, folder: string): Promise<Manifest | null> {
  requireBackup(backup);
  const manifest = readManifest(backup);
  // The backup can be a copy of a stopped server's folder. Its newest changes may then be only in the log of a database
  // (`-wal`). So the logs are copied too.
  const logs = databases.map((name) => `${name}-wal`);
  const added = gazetteerNames(backup).map((name) => join('gazetteer', name));
  if (added.length > 0) mkdirSync(gazetteerFolder(folder), { mode: 0o700 });
  const present: string[] = [];
  for (const name of [...databases, ...logs, ...plainFiles, erasuresFile, ...added])
    if (copyFile(join(backup, name), join(folder, name))) present.push(name);
  if (manifest !== null) await requireUnchanged(backup, { folder, manifest, present });
  try {
    if (added.length > 0) loadPlaceTables({ dataDir: folder });
  } catch {
    throw new BackupError(`A file of added places in ${gazetteerFolder(backup)} is damaged`);
  }
  return manifest;
}

function requireBackup(backup: string): void {
  const found = statSync(backup, { throwIfNoEntry: false });
  if (found === undefined) throw new BackupError(`There is no ${backup}`);
  if (!found.isDirectory()) {
    throw new BackupError(`${backup} is not a folder: name the folder that \`backup\` made`);
  }
  const missing = databases.filter(
    (name) => lstatSync(join(backup, name), { throwIfNoEntry: false }) === undefined,
  );
  if (missing.length === 0) return;
  const isUnfinished = basename(backup).endsWith('.unfinished');
  const why = isUnfinished ? ': it was interrupted while it was made' : '';
  throw new BackupError(`${backup} is not a complete backup${why}. It has no ${missing.join(' and no ')}`);
}

/**
 * @returns false if the file is missing
 * @throws BackupError if it is not a file; links are refused, because their targets may change later
 */
function copyFile(from: string, to: string): boolean {
  const found = lstatSync(from, { throwIfNoEntry: false });
  if (found === undefined) return false;
  if (!found.isFile()) {
    const what = found.isSymbolicLink() ? 'a symbolic link' : 'not a file';
    throw new BackupError(`${from} is ${what}. A backup has only files: name the folder that has them`);
  }
  copyFileSync(from, to, constants.COPYFILE_EXCL);
  chmodSync(to, 0o600);
  return true;
}

function gazetteerNames(backup: string): string[] {
  const folder = gazetteerFolder(backup);
  try {
    if (lstatSync(folder).isSymbolicLink()) throw new BackupError(`${folder} is a symbolic link`);
    return readdirSync(folder).filter((name) => name.endsWith('.places.gz'));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

async function requireUnchanged(
  backup: string,
  { folder, manifest, present }: { folder: string; manifest: Manifest; present: readonly string[] },
): Promise<void> {
  const recorded = new Map(manifest.files.map((file) => [file.name, file]));
  const missing = manifest.files.filter(({ name }) => !present.includes(name));
  if (missing.length > 0) {
    throw new BackupError(
      `${backup} is not complete: ${missing.map(({ name }) => name).join(', ')} is missing`,
    );
  }
  for (const name of present) {
    const file = recorded.get(name);
    if (file === undefined)
      throw new BackupError(`${join(backup, name)} was not there when the backup was made`);
    if ((await hashFile(join(folder, name))) === file.sha256) continue;
    const bytes = statSync(join(folder, name)).size;
    const length = bytes === file.bytes ? '' : ` (it has ${bytes} bytes instead of ${file.bytes})`;
    throw new BackupError(`${join(backup, name)} is not the file that was backed up${length}`);
  }
}
