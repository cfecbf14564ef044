/**
 * Whether the database is unreachable or cannot be written to. Checks the errors of Node's sockets; PostgreSQL's
 * SQLSTATE classes 08 (connection), 53 (disk, memory, connections), 57 (shut down, statement timed out) and 25P03; pg's
 * own pool; and SQLite's lock (5), disk (10, 13) and file (14).
 */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (/^(ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EPIPE|08...|53...|57...|25P03)$/.test(code)) return true;
  if ('errcode' in error && [5, 10, 13, 14].includes(Number(error.errcode) % 256)) return true;
  return /timeout exceeded when trying to connect|Query read timeout|Connection terminated|has encountered a connection error/.test(
    error.message,
  );
}
