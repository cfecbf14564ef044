/** The person cannot be erased like this. The message tells the operator what to do. */
export class ErasureError extends Error {
  override name = 'ErasureError';
}
