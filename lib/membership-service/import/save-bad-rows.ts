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
  let isHeader = true;
  for await (const rows of readTable(path, table)) {
    for (const { line, cells } of rows) {
      const found = isHeader ? ['Problem'] : reasons.get(line);
      isHeader = false;
      if (found === undefined) continue;
      if (!output.write(`${[...cells, found.join('; ')].map(toCsvCell).join(',')}\r\n`))
        await once(output, 'drain');
    }
  }
  output.end();
  await finished(output);
  return target;
}
