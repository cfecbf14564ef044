/**
 * Whether the database is unreachable or cannot be written to. Covers errors of sockets and of pg's pool, PostgreSQL's
 * classes 08 (connection), 53 (disk, memory, connections) and 57 (shut down, statement timed out) and its codes 25P03
 * and 25006 (a write to a standby), and SQLite's codes 5 (lock), 8 (read-only), 10 and 13 (disk) and 14 (file).
 */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (/^(ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EPIPE|08...|53...|57...|25P03|25006)$/.test(code))
    return true;
  if ('errcode' in error && [5, 8, 10, 13, 14].includes(Number(error.errcode) % 256)) return true;
  return /timeout exceeded when trying to connect|Query read timeout|Connection terminated|has encountered a connection error/.test(
    error.message,
  );
}
