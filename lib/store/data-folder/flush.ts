/** Writes files to the disk, so that they survive a loss of power. */
import { closeSync, fsyncSync, lstatSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Flushes one file. For a folder, flushes only the list of names in the folder, not the content of the files. */
export function flush(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

export function flushTree(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (lstatSync(path).isDirectory()) flushTree(path);
    else flush(path);
  }
  flush(folder);
}
