import { parentPort, workerData } from 'node:worker_threads';
import { DatabaseSync } from '@photostructure/sqlite';
import { LRUCache } from 'lru-cache';

const cachedStatements = 256;
// After a crash, another process may lock the file to recover it. Only this thread waits for that lock.
const timeout = 5_000;

/** @type {Map<number, { database: DatabaseSync, statements: LRUCache<string, import('@photostructure/sqlite').StatementSyncInstance> }>} */
const connections = new Map();

function connect(number) {
  const known = connections.get(number);
  if (known !== undefined) return known;
  const database = new DatabaseSync(workerData.file, { timeout });
  // Not opened read-only: if a killed process left a log behind, only a writer can open the file.
  database.exec('PRAGMA query_only = ON');
  const connection = { database, statements: new LRUCache({ max: cachedStatements }) };
  connections.set(number, connection);
  return connection;
}

function prepare({ database, statements }, sql) {
  const known = statements.get(sql);
  if (known !== undefined) return known;
  const statement = database.prepare(sql);
  statements.set(sql, statement);
  return statement;
}

/**
 * From this number on, rows are sent as columns: a message with a few arrays is far faster than one with many small
 * objects.
 */
const minPackedRows = 500;

/** null: a value is not a number. */
function packed(rows) {
  if (rows.length < minPackedRows) return null;
  const columns = Object.keys(rows[0]).map((name) => ({ name, values: new Float64Array(rows.length) }));
  for (const { name, values } of columns) {
    for (let at = 0; at < rows.length; at += 1) {
      const value = rows[at][name];
      if (typeof value !== 'number') return null;
      values[at] = value;
    }
  }
  return columns;
}

function close() {
  for (const { database, statements } of connections.values()) {
    statements.clear();
    database.close();
  }
  parentPort.close();
}

parentPort.on('message', (message) => {
  if (message === 'close') return close();
  const { connection, sql, parameters } = message;
  try {
    const rows = prepare(connect(connection), sql).all(...parameters);
    const columns = packed(rows);
    if (columns === null) return parentPort.postMessage({ rows });
    const buffers = columns.map(({ values }) => values.buffer);
    parentPort.postMessage({ columns, length: rows.length }, buffers);
  } catch (error) {
    parentPort.postMessage({ error: { message: error.message, errcode: error.errcode } });
  }
});
