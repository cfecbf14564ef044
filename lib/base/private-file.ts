import { mkdir, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasCode } from './error-code';
import { isFullDisk } from './startup-problems';

/** The operator named a file or folder that cannot be written. The message says why. */
export class PrivateFileError extends Error {
  override name = 'PrivateFileError';
}

/**
 * The file gets its name only when it is complete. If `work` fails, an earlier file with this name stays as it is.
 * @throws PrivateFileError before `work` starts, if the file cannot be written
 */
export async function writePrivateFile<T>(
  file: string,
  work: (write: (text: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  if (await isFolder(file)) throw new PrivateFileError(`${file} is a folder: give the name of a file`);
  await requireParent(file);
  const draft = `${file}.${process.pid}.part`;
  const output = await openDraft(draft);
  try {
    const result = await work((text) => output.writeFile(text));
    await output.sync();
    await output.close();
    await rename(draft, file);
    return result;
  } catch (error) {
    await output.close();
    await rm(draft, { force: true });
    throw error;
  }
}

/**
 * The parent folder must exist.
 * @throws PrivateFileError
 */
export async function makePrivateFolder(folder: string): Promise<void> {
  await requireParent(folder);
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => refuse(folder, error));
}

/**
 * `wx` fails if there is already a file or link with this name. An attacker may have created it to read the content
 * that is written.
 */
async function openDraft(draft: string): Promise<FileHandle> {
  return open(draft, 'wx', 0o600).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) return refuse(draft, error);
    throw new PrivateFileError(`${draft} exists already, perhaps from a command that was stopped: delete it`);
  });
}

async function requireParent(path: string): Promise<void> {
  const folder = dirname(path);
  if (await isFolder(folder)) return;
  throw new PrivateFileError(
    `There is no folder ${folder}, or this user cannot open it: create it, or give another one`,
  );
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function refuse(path: string, error: unknown): never {
  if (isFullDisk(error) || !(error instanceof Error) || !('code' in error)) throw error;
  throw new PrivateFileError(
    `${path} cannot be written by this user (${String(error.code)}): give another folder`,
  );
}
