/** Why an import stopped before any row was written; the message says what to do. */
export class ImportError extends Error {
  override name = 'ImportError';
}

/** One value that could not be read: the row it is in is not written. */
export interface BadValue {
  /** Of the file, from 1; where the row begins. */
  line: number;
  /** As the file's header has it; null: the row as a whole. */
  column: string | null;
  value: string;
  reason: string;
}
