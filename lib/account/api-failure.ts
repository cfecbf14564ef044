/**
 * Whether the API was not reached, failed or refused. Checked by name: the client is in server.ts, whose classes are
 * not the copies that Next bundles.
 */
export function isApiFailure(error: unknown): error is Error & { details: unknown } {
  return error instanceof Error && error.name === 'ApiRequestError' && 'details' in error;
}
