/**
 * Whether the API could not be reached, failed, or refused the request. Names are compared and not classes, because
 * there are two copies of the error's class: server.ts loads one, and Next.js bundles another.
 */
export function isApiFailure(error: unknown): error is Error & { details: unknown } {
  return error instanceof Error && error.name === 'ApiRequestError' && 'details' in error;
}
