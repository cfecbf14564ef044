import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { ApiError } from '@/lib/contract/errors';
import { toRefusal } from '@/lib/changes/refusals';
import { RefusedWrite } from '@/lib/store/write-rights';
import { currentRequestId } from '@/lib/server/current-request';
import { TooManyReads } from '@/lib/store/sql/sqlite-reader';
import { isUnreachable } from '@/lib/store/sql/unreachable';
import { NoTurn } from '@/lib/base/turns';

/**
 * The response to an ApiError has the error's text. The response to an unknown error has only the ID with which the
 * error was logged.
 */
export function toErrorResponse(
  context: Context,
  error: unknown,
  logError: (error: unknown) => void,
): Response {
  const known = error instanceof ApiError ? error : toApiError(error, logError);
  for (const [name, value] of Object.entries(known.headers)) context.header(name, value);
  context.header('Cache-Control', 'no-store');
  return context.json(
    { error: known.code, error_description: known.description, ...known.details },
    { status: known.status as 500 },
  );
}

export function respondNotFound(context: Context): Response {
  return context.json({ error: 'not_found', error_description: 'There is no endpoint at this address' }, 404);
}

function toApiError(error: unknown, logError: (error: unknown) => void): ApiError {
  if (error instanceof RefusedWrite) return toRefusal(error);
  if (error instanceof TooManyReads || error instanceof NoTurn) {
    return new ApiError('temporarily_unavailable', 'Too many long lists are being read. Try again later', {
      'Retry-After': '5',
    });
  }
  if (isUnreachable(error)) {
    logError(error);
    return new ApiError(
      'temporarily_unavailable',
      'The database is not available at the moment. Try again later',
      {
        'Retry-After': '5',
      },
    );
  }
  // A request that did not come through a server, as in some tests, has no ID yet.
  const requestId = currentRequestId() || randomUUID();
  logError(new Error(`request ${requestId} failed`, { cause: error }));
  return new ApiError(
    'server_error',
    `Something went wrong on our side. Quote the request ID ${requestId} if you contact us`,
  );
}
