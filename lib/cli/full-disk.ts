/** What to say of a disk that took no more; null: the error is another one. Every write is whole or not there. */
export function explainFullDisk(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const isFull = isSqliteFull(error) || ('code' in error && fullCodes.includes(String(error.code)));
  if (!isFull) return null;
  return `The disk is full or does not take more (${error.message}). Nothing was written, and what was there is whole: make room and run the command again.`;
}

/** Of Node's files: no space, quota, file too large. Of PostgreSQL: disk_full. */
const fullCodes = ['ENOSPC', 'EDQUOT', 'EFBIG', '53100'];

/** SQLITE_FULL, and SQLITE_IOERR_WRITE, which a limit on the size of files gives. @see https://sqlite.org/rescode.html */
function isSqliteFull(error: Error): boolean {
  if (!('errcode' in error)) return false;
  return error.errcode === 13 || error.errcode === 778 || error.message === 'disk I/O error';
}
