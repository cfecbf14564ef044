/**
 * `DATA_DIR/erasures.jsonl` has a line for each erased person, without personal data. A restored backup may contain
 * erased persons. A restore does not replace this file, because it names the persons who must be erased again (J20).
 */
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasCode } from '@/lib/base/error-code';
import { StartupError } from '@/lib/base/startup-error';
import { tombstoneSchema, type Tombstone } from '@/lib/store/tombstone';

export const erasuresFile = 'erasures.jsonl';

/**
 * Returns the newest tombstone of each person. A crash may have cut off the last line. A cut line is ignored, because
 * the database has the tombstone of that line too.
 * @throws StartupError if any other line is damaged, because an erased person could then come back
 */
export function readErasures(dataDir: string): Tombstone[] {
  const file = join(dataDir, erasuresFile);
  const lines = readIfThere(file).split('\n');
  const cut = lines.pop();
  const found = new Map<string, Tombstone>();
  for (const [index, line] of lines.entries()) {
    if (line === '') continue;
    const tombstone = parseLine(line);
    if (tombstone === null) {
      // A crash cut this line off. The next call of `appendErasures` added `cutMark` to the line.
      if (line.endsWith(cutMark)) continue;
      throw new StartupError(
        `${file} is damaged in line ${index + 1}. It says who was erased: restore it from a copy`,
      );
    }
    addNewest(found, tombstone);
  }
  const last = cut === undefined || cut === '' ? null : parseLine(cut);
  if (last !== null) addNewest(found, last);
  return [...found.values()];
}

/**
 * Returns the tombstones that the list `than` lacks. Also returns a tombstone if `than` has only an earlier one for the
 * same person.
 */
export function findNewer(tombstones: readonly Tombstone[], than: readonly Tombstone[]): Tombstone[] {
  const known = new Map(than.map((one) => [keyOf(one), one.erasedAt]));
  return tombstones.filter((one) => one.erasedAt > (known.get(keyOf(one)) ?? -Infinity));
}

/** Adds missing lines. When the function returns, they are on the disk. */
export function appendErasures(dataDir: string, tombstones: readonly Tombstone[]): void {
  if (tombstones.length === 0) return;
  const file = join(dataDir, erasuresFile);
  const missing = findNewer(tombstones, readErasures(dataDir));
  if (missing.length === 0) return;
  const text = readIfThere(file);
  const lastLine = text.slice(text.lastIndexOf('\n') + 1);
  const end = lastLine === '' ? '' : parseLine(lastLine) === null ? `${cutMark}\n` : '\n';
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const descriptor = openSync(file, 'a', 0o600);
  try {
    writeSync(descriptor, end + missing.map((one) => `${JSON.stringify(one)}\n`).join(''));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** This mark ends a line that a crash cut off. No complete line ends with this mark. */
const cutMark = ' (cut off)';

function addNewest(found: Map<string, Tombstone>, one: Tombstone): void {
  const known = found.get(keyOf(one));
  if (known === undefined || known.erasedAt <= one.erasedAt) found.set(keyOf(one), one);
}

function keyOf({ organisationId, personId }: Tombstone): string {
  return `${organisationId} ${personId}`;
}

function parseLine(line: string): Tombstone | null {
  try {
    return tombstoneSchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return '';
    throw error;
  }
}
