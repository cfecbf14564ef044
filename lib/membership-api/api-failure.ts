/**
 * Whether the API was not reached, failed or refused. It compares names and not classes, because Next bundles a second
 * copy of the error's class, besides the one that server.ts loads.
 */
export function isApiFailure(error: unknown): error is Error & { details: unknown } {
  return error instanceof Error && error.name === 'ApiRequestError' && 'details' in error;
}
