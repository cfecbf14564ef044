/** Files that several processes may want to make at once, and of which there must be one. */
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
import { hasCode } from '@/lib/error-code';

/**
 * Writes a file that only its owner can read, whole, unless it is there already.
 * @returns what is in it then: `text`, or what another process wrote first
 */
export function writeOnce(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // Not the process's ID: in containers that share the folder all have the same.
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const descriptor = openSync(draft, 'w', 0o600);
  writeSync(descriptor, text);
  fsyncSync(descriptor);
  closeSync(descriptor);
  try {
    // A link is made whole and only where there is none, which a renaming cannot do.
    linkSync(draft, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, 'utf8');
}

/** The text of a file; null when there is none. */
export function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}
