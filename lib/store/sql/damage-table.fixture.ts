import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * Overwrites the first page of a table, as a broken disk would. This is done in another process, because a process that
 * opens a database file itself loses its locks on the file (`lib/store/sql/sqlite.ts`).
 */
export function damageTable(dataDir: string, { file, table }: { file: string; table: string }): void {
  const script = `
    const { closeSync, openSync, writeSync } = require('node:fs');
    const { DatabaseSync } = require('@photostructure/sqlite');
    const [, file, table] = process.argv;
    const database = new DatabaseSync(file, { timeout: 5_000 });
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const { rootpage } = database.prepare('select rootpage from sqlite_schema where name = ?').get(table);
    const { page_size: size } = database.prepare('PRAGMA page_size').get();
    const opened = openSync(file, 'r+');
    writeSync(opened, Buffer.alloc(size, 255), 0, size, (rootpage - 1) * size);
    closeSync(opened);`;
  const { status, stderr } = spawnSync(process.execPath, ['-e', script, join(dataDir, file), table], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
}
