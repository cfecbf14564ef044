/** What a row of a file says, by field: fields without a column are missing; an empty cell is ''. */
export type RowValues = ReadonlyMap<string, string>;

/** What a row says of a field; '' where the file has no column for it. */
export function said(values: RowValues, field: string): string {
  return values.get(field) ?? '';
}
