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

/** A wrong or doubtful value, or a problem with a whole row. */
export interface BadValue {
  /** The row as a spreadsheet numbers it, from 1. */
  line: number;
  /** The name in the file's header. null: the problem is about the whole row. */
  column: string | null;
  value: string;
  reason: string;
}
