export interface TableRow {
  /** The line in the file, from 1, where the row begins. */
  line: number;
  cells: string[];
}
