import type { CauseName } from './causes';

/** A row contradicts stored data or another row. The message says how. */
export class RowError extends Error {
  override name = 'RowError';
  constructor(
    readonly column: string | null,
    readonly value: string,
    message: string,
    override readonly cause: CauseName = 'contradiction',
  ) {
    super(message);
  }
}
