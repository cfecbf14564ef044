/** The import stopped before it wrote any row. The message says why and what to do. */
export class ImportError extends Error {
  override name = 'ImportError';

  /** @param code for programs that have their own words for the reason */
  constructor(
    message: string,
    readonly code: ImportErrorCode | null = null,
  ) {
    super(message);
  }
}

export type ImportErrorCode =
  'encoding' | 'no-type' | 'no-name' | 'no-expiry' | 'mass-removal' | 'old-export' | 'no-role';

/** An unreadable value: its row is not written. */
export interface BadValue {
  /** The line in the file, from 1, where the row begins. */
  line: number;
  /** The name in the file's header, or null if the problem concerns the row as a whole. */
  column: string | null;
  value: string;
  reason: string;
}
