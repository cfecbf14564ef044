import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { hasCode } from '@/lib/base/error-code';
import { ImportError, type BadValue } from './import-error';
import { readTable, type TableOptions } from './read-table';
import { toCsvLines } from '@/lib/base/csv-line';

/**
 * Writes the rows with problems to a file beside the input. An extra last column contains the reason. Only the file's
 * owner can read the file. The operator corrects and imports the file.
 * @returns the path
 */
export async function saveBadRows(
  { path, table }: { path: string; table: TableOptions },
  problems: readonly BadValue[],
): Promise<string> {
  const reasons = new Map<number, string[]>();
  for (const { line, column, reason } of problems) {
    const text = column === null ? reason : `${column} ${reason}`;
    reasons.set(line, [...(reasons.get(line) ?? []), text]);
  }
  const target = savedFile(path);
  await pipeline(badLines({ path, table }, reasons), createWriteStream(target, { mode: 0o600 }));
  return target;
}

async function* badLines(
  { path, table }: { path: string; table: TableOptions },
  reasons: ReadonlyMap<number, string[]>,
): AsyncGenerator<string> {
  let width: number | null = null;
  for await (const rows of readTable(path, table)) {
    for (const { line, cells } of rows) {
      const found = width === null ? ['Problem'] : reasons.get(line);
      width ??= cells.length;
      if (found === undefined) continue;
      // A row may have fewer cells than the header.
      const missing = Array<string>(Math.max(0, width - cells.length)).fill('');
      yield toCsvLines([[...cells, ...missing, found.join('; ')]]);
    }
  }
}

/**
 * Checks that `saveBadRows` can write its file, before any row is read. Changes nothing.
 * @throws ImportError naming the file
 */
export async function requireSavable(path: string): Promise<void> {
  const target = savedFile(path);
  const refuse = (error: unknown) => {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new ImportError(
      `--skip-bad saves the bad rows in ${target}, which cannot be written${code}. ` +
        'Copy the file to a folder in which you can write, and import it from there. Nothing was imported.',
    );
  };
  try {
    await (await open(target, 'ax', 0o600)).close();
    await rm(target);
  } catch (error) {
    // If the folder does not exist, the file to import does not exist, and the error should be about that file.
    if (hasCode(error, 'ENOENT')) return;
    if (!hasCode(error, 'EEXIST')) return refuse(error);
    await open(target, 'a').then((file) => file.close(), refuse);
  }
}

function savedFile(path: string): string {
  return `${path}.bad.csv`;
}
