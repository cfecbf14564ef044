import type { GroupedProblem } from './causes';
import type { MemberRecord, Structure } from '@/lib/store/schema/records';
import { fieldKind, type FieldName } from './fields';
import { extraPrefix } from './mapping';
import type { MemberRow } from './member-row';
import { RowValues } from './row-values';
import { isConverted, mayBeConverted } from './spreadsheet-forms';
import { toCsvRow } from './to-csv';

export interface SettledRow {
  row: MemberRow;
  /** Cells that are probably mistakes. */
  doubts: GroupedProblem[];
  /** Cells that a spreadsheet has converted, for which the stored values are kept. */
  restored: GroupedProblem[];
}

/** What our export of the association looks like. `columns`: its header. */
export interface OwnExport {
  structure: Structure;
  columns: readonly string[];
}

const textKinds: ReadonlySet<string> = new Set(['text', 'phone', 'email', 'web']);

/**
 * Compares the cells of a row with what is stored. A spreadsheet that opens our export changes `00042` to `42`: the
 * stored value is then kept. A cell that looks like a mistake is none if this is what is stored.
 */
export function settleCells(
  row: MemberRow,
  stored: MemberRecord | null,
  { structure, columns }: OwnExport,
): SettledRow {
  const converted = [...row.values.entries()].flatMap(([field, value]) =>
    typeof value === 'string' && textKinds.has(fieldKind(field)) && mayBeConverted(value)
      ? { field, value }
      : [],
  );
  const answers = [...row.extras].filter(([, cell]) => mayBeConverted(cell));
  const suspects = row.suspects.map(({ doubt }) => doubt);
  if (stored === null) return { row, doubts: suspects, restored: [] };
  if (converted.length + answers.length + suspects.length === 0) return { row, doubts: [], restored: [] };
  const exported = toCsvRow(stored, structure, []);
  const cells = new Map<FieldName | (string & {}), string>(
    columns.map((column, at) => [column, String(exported[at] ?? '')]),
  );
  const values = new RowValues(row.values);
  const extras = new Map(row.extras);
  const restored: GroupedProblem[] = [];
  const restore = (column: string, value: string, whole: string) =>
    void restored.push({
      line: row.line,
      column,
      value,
      reason: `was changed by a spreadsheet: ${whole} is kept`,
      cause: 'restored',
    });
  for (const { field, value } of converted) {
    const whole = cells.get(field) ?? '';
    if (!isConverted(whole, value)) continue;
    // The stored cell of a field with a text is its value.
    values.set(field, whole as never);
    restore(field, value, whole);
  }
  for (const [question, value] of answers) {
    const whole = cells.get(extraPrefix + question) ?? '';
    if (!isConverted(whole, value)) continue;
    extras.set(question, whole);
    restore(question, value, whole);
  }
  const doubts: GroupedProblem[] = [];
  for (const { field, column, cell, doubt } of row.suspects) {
    const whole = cells.get(column) ?? '';
    const isStored = whole === cell;
    if (!isStored) doubts.push(doubt);
    if (field === null || (!isStored && values.has(field))) continue;
    // A location is written as a whole, so a text that is left out is the stored one.
    if (textKinds.has(fieldKind(field))) values.set(field, whole as never);
    else values.delete(field);
  }
  return { row: { ...row, values, extras }, doubts, restored };
}
