import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { flush, flushTree } from '@/lib/store/data-folder/flush';
import { finishReplacement } from '@/lib/store/data-folder/replace-data';
import { erasuresFile } from '@/lib/privacy/erasure/erasures-file';
import { gazetteerFolder } from '@/lib/map/geo/places';
import { version } from '@/lib/base/version';
import { BackupError, databases, hashFile, manifestName, plainFiles, type Manifest } from './backup-files';
import { copyDatabase } from './copy-database';
import { recordLastBackup } from './last-backup';

export interface BackedUpFile {
  name: string;
  bytes: number;
}

/**
 * Copies everything in the data folder that cannot be created again. The server can run meanwhile. The copy has a
 * temporary name until it is complete.
 * @param target a new folder
 */
export async function backUp(dataDir: string, target: string, madeAt: Date): Promise<BackedUpFile[]> {
  await finishReplacement(dataDir);
  for (const name of databases) {
    if (!existsSync(join(dataDir, name))) {
      throw new BackupError(`There is no ${name} in ${dataDir}: DATA_DIR must name the server's folder`);
    }
  }
  if (existsSync(target)) throw new BackupError(`${target} exists already; choose a new folder`);
  const unfinished = `${target}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  for (const name of databases) await copyDatabase(join(dataDir, name), join(unfinished, name));
  // These files are copied after the databases. They may contain the secret of a client that is not in the copied
  // database. The server then creates the client again.
  for (const name of [...plainFiles, erasuresFile]) copyIfThere(join(dataDir, name), join(unfinished, name));
  copyFolderIfThere(gazetteerFolder(dataDir), gazetteerFolder(unfinished));
  const files = await describeFiles(unfinished);
  const manifest: Manifest = { version, madeAt, files };
  writeFileSync(join(unfinished, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  flushTree(unfinished);
  mkdirSync(dirname(target), { recursive: true });
  renameSync(unfinished, target);
  flush(dirname(target));
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  await recordLastBackup(dataDir, { madeAt, folder: target, bytes });
  return files.map(({ name, bytes }) => ({ name, bytes }));
}

function copyIfThere(from: string, to: string): void {
  if (!existsSync(from)) return;
  copyFileSync(from, to);
  chmodSync(to, 0o600);
}

function copyFolderIfThere(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(to, { mode: 0o700 });
  for (const name of readdirSync(from)) copyIfThere(join(from, name), join(to, name));
}

async function describeFiles(folder: string): Promise<Manifest['files']> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const found: Manifest['files'] = [];
  for (const name of names.filter((one) => statSync(join(folder, one)).isFile()).sort()) {
    const file = join(folder, name);
    found.push({ name, bytes: statSync(file).size, sha256: await hashFile(file) });
  }
  return found;
}
