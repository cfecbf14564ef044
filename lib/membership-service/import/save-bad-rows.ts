import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { BadValue } from './import-error';
import { readTable, type TableOptions } from './read-table';
import { toCsvCell } from './to-csv';

/**
 * Writes the rows with problems, with a last column that says why, to a file beside the input that only its owner can
 * read; returns its path. To be corrected there and imported.
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
      if (!output.write(`${[...cells, ...missing, found.join('; ')].map(toCsvCell).join(',')}\r\n`))
        await once(output, 'drain');
    }
  }
  output.end();
  await finished(output);
  return target;
}
