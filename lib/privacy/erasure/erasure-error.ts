/** The message tells the operator what to do. */
export class ErasureError extends Error {
  override name = 'ErasureError';
  /** @param company the company that would have no contact */
  constructor(
    message: string,
    readonly company: string | null = null,
  ) {
    super(message);
  }
}
