/** The message says what was expected in the cell. */
export class ValueError extends Error {
  override name = 'ValueError';

  constructor(
    message: string,
    override readonly cause: string = 'unreadable',
    /** The words that the cell may be read as. */
    readonly choices: readonly string[] = [],
  ) {
    super(message);
  }
}

/** A cell is probably a mistake. The message gives the reason, and the result if the operator accepts it. */
export class DoubtfulValue extends Error {
  override name = 'DoubtfulValue';
  /** `accepted`: the value that the cell gets if the operator accepts it. undefined: there is none. */
  constructor(
    override readonly cause: string,
    message: string,
    readonly accepted?: unknown,
  ) {
    super(message);
  }
}
