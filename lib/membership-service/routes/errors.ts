import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { ApiError } from '@/lib/membership-api/errors';
import { currentRequestId } from '@/lib/server/current-request';

/** The answer to an error: what an ApiError says, or nothing of the inside and an ID under which it was logged. */
export function answerError(context: Context, error: unknown, logError: (error: unknown) => void): Response {
  const known = error instanceof ApiError ? error : toApiError(error, logError);
  for (const [name, value] of Object.entries(known.headers)) context.header(name, value);
  context.header('Cache-Control', 'no-store');
  return context.json(
    { error: known.code, error_description: known.description },
    { status: known.status as 500 },
  );
}

/** The answer to a path that is no endpoint. */
export function answerNotFound(context: Context): Response {
  return context.json({ error: 'not_found', error_description: 'There is nothing at this address' }, 404);
}

function toApiError(error: unknown, logError: (error: unknown) => void): ApiError {
  if (isUnreachable(error)) {
    logError(error);
    return new ApiError(
      'temporarily_unavailable',
      'The database cannot be reached or written to just now; try again later',
      {
        'Retry-After': '5',
      },
    );
  }
  // A request that no server brought, as in tests, has none.
  const requestId = currentRequestId() || randomUUID();
  logError(new Error(`request ${requestId} failed`, { cause: error }));
  return new ApiError('server_error', `Something went wrong here; it was noted as ${requestId}`);
}

/**
 * Whether it is the database that is away or cannot be written to. Of Node's sockets; PostgreSQL's SQLSTATE classes 08
 * (connection), 53 (disk, memory, connections), 57 (shut down, statement timed out) and 25P03; pg's own pool; and
 * SQLite's lock (5), disk (10, 13) and file (14).
 */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (/^(ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EPIPE|08...|53...|57...|25P03)$/.test(code)) return true;
  if ('errcode' in error && [5, 10, 13, 14].includes(Number(error.errcode) % 256)) return true;
  return /timeout exceeded when trying to connect|Connection terminated|has encountered a connection error/.test(
    error.message,
  );
}
