export interface TableRow {
  /** Where the row begins in the file, from 1. */
  line: number;
  cells: string[];
}
