import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { BadValue } from './import-error';
import { readTable, type TableOptions } from './read-table';
import { toCsvLines } from './csv-line';

/**
 * Writes the rows with problems, with the reason in an extra last column, to a file beside the input that only its
 * owner can read; returns its path. The operator corrects and imports that file.
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
  const target = `${path}.bad.csv`;
  const output = createWriteStream(target, { mode: 0o600 });
  let width: number | null = null;
  for await (const rows of readTable(path, table)) {
    for (const { line, cells } of rows) {
      const found = width === null ? ['Problem'] : reasons.get(line);
      width ??= cells.length;
      if (found === undefined) continue;
      // A row may have fewer cells than the header.
      const missing = Array<string>(Math.max(0, width - cells.length)).fill('');
      if (!output.write(toCsvLines([[...cells, ...missing, found.join('; ')]]))) await once(output, 'drain');
    }
  }
  output.end();
  await finished(output);
  return target;
}
