/** A person cannot be erased in this way. The message tells the operator what to do. */
export class ErasureError extends Error {
  override name = 'ErasureError';
}
