/**
 * Whether the API was not reached, failed or refused. Compares names, because the error's class is another copy: Next
 * bundles its own, besides the one that server.ts loads.
 */
export function isApiFailure(error: unknown): error is Error & { details: unknown } {
  return error instanceof Error && error.name === 'ApiRequestError' && 'details' in error;
}
