/** The message is for the operator. */
export class StreetsError extends Error {
  override name = 'StreetsError';
  /** `isMissing`: the server says that there is nothing at the address. */
  constructor(
    message: string,
    readonly isMissing = false,
  ) {
    super(message);
  }
}
