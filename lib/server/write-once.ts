import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { hasCode } from '@/lib/base/error-code';

/**
 * Writes a complete file that only its owner can read, unless it exists already. Several processes may try at the same
 * time.
 * @returns the content of the file: `text`, or what another process wrote first
 */
export function writeOnce(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // The name does not contain the process ID, because processes in several containers that share the folder may have
  // the same ID.
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const descriptor = openSync(/* turbopackIgnore: true */ draft, 'w', 0o600);
  writeSync(descriptor, text);
  fsyncSync(descriptor);
  closeSync(descriptor);
  try {
    // A link is created in one step, and only if the name is free. A rename would replace an existing file.
    linkSync(draft, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, 'utf8');
}

export function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}
