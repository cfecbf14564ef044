import { isFullDisk } from '@/lib/base/startup-problems';

/** null: the error is not about a full disk. On a full disk, a write that cannot be completed is not made at all. */
export function explainFullDisk(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (!isFullDisk(error) && !isUnnamedSqliteFailure(error)) return null;
  return `The disk is full or cannot be written (${error.message}). Nothing was changed. Free some space and run the command again.`;
}

/**
 * True if SQLite reported an I/O error without an extended code. A limit on the size of files can cause this error. It
 * is treated like a full disk.
 */
function isUnnamedSqliteFailure(error: Error): boolean {
  return 'errcode' in error && error.message === 'disk I/O error';
}
