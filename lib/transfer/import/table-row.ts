export interface TableRow {
  /**
   * The row as a spreadsheet numbers it, from 1. Line breaks in the cells of earlier rows do not count.
   */
  line: number;
  cells: string[];
}
