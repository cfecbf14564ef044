/** The person cannot be erased with the given choices. The message tells the operator what to do. */
export class ErasureError extends Error {
  override name = 'ErasureError';
  /** `company`: the name of the company that would have no contact. */
  constructor(
    message: string,
    readonly company: string | null = null,
  ) {
    super(message);
  }
}
