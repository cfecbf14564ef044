/**
 * Whether the API was not reached, failed or refused. Told by name: the client lives in server.ts, whose classes are
 * other copies than those that Next bundles.
 */
export function isApiFailure(error: unknown): error is Error & { details: unknown } {
  return error instanceof Error && error.name === 'ApiRequestError' && 'details' in error;
}
