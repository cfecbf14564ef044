/** An unreadable cell; the message says what was expected. */
export class ValueError extends Error {
  override name = 'ValueError';
}

/** A cell is probably a mistake; the message gives the reason, and the result if the operator accepts it. */
export class DoubtfulValue extends Error {
  override name = 'DoubtfulValue';
  /** `accepted`: the value of the cell then; undefined: none. */
  constructor(
    message: string,
    readonly accepted?: string,
  ) {
    super(message);
  }
}
