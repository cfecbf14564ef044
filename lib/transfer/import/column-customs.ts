import { fieldKind, type FieldName } from './fields';
import type { Mapping } from './mapping';
import { decimalMarkOf } from '@/lib/changes/read-amount';
import { isSerial } from '@/lib/changes/read-date';
import { noCustoms, type ColumnCustoms } from './read-value';
import type { TableRow } from './table-row';

/**
 * `customs`: how a column writes dates and amounts, if its other cells say it. The keys are the indexes of the columns.
 * `count`: the number of rows below the header.
 */
export async function findColumnCustoms(
  table: AsyncIterable<TableRow[]>,
  mapping: Mapping,
): Promise<{ customs: Map<number, ColumnCustoms>; count: number }> {
  const isOwn = mapping.has('ChapterhouseID');
  const columns = mapping.columns.flatMap(({ target, index }) => {
    if (target === null || !('field' in target)) return [];
    const kind = fieldKind(target.field);
    if (kind !== 'date' && kind !== 'amount') return [];
    return { index, kind, field: target.field, serials: 0, points: 0, commas: 0 };
  });
  let read = 0;
  for await (const rows of table) {
    for (const { cells } of read === 0 ? rows.slice(1) : rows) {
      for (const column of columns) {
        const cell = cells[column.index] ?? '';
        if (column.kind === 'date') column.serials += isSerial(cell) ? 1 : 0;
        else {
          const mark = decimalMarkOf(cell);
          if (mark === '.') column.points += 1;
          if (mark === ',') column.commas += 1;
        }
      }
    }
    read += rows.length;
  }
  const customs = new Map(
    columns.map(({ index, field, serials, points, commas }) => {
      const decimalMark = points > 0 && commas > 0 ? null : points > 0 ? '.' : commas > 0 ? ',' : null;
      return [index, { ...customsOfField(field), isOwn, hasSerials: serials > 1, decimalMark }] as const;
    }),
  );
  return { customs, count: Math.max(0, read - 1) };
}

export function customsOfField(field: FieldName): ColumnCustoms {
  return { ...noCustoms, isLastDay: field !== 'JoiningDate' };
}
