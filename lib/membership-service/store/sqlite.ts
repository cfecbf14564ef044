/**
 * The one file that knows which SQLite driver we use. It has the API of Node's own `node:sqlite`,
 * which can take its place when every supported Node has it.
 */
import { DatabaseSync } from '@photostructure/sqlite';
import { SqliteDialect, type SqliteDatabase } from 'kysely';

/**
 * A SQLite file, in WAL mode, as a Kysely dialect. `:memory:` for a database of its own.
 * A writer waits up to 5 s for another process's lock.
 */
export function sqliteDialect(file: string): SqliteDialect {
  return new SqliteDialect({ database: async () => openDatabase(file) });
}

function openDatabase(file: string): SqliteDatabase {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = FULL');
  database.exec('PRAGMA foreign_keys = ON');
  database.exec('PRAGMA busy_timeout = 5000');
  return {
    close: () => database.close(),
    prepare(sql) {
      const statement = database.prepare(sql);
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...bound(parameters)),
        run(parameters) {
          const result = statement.run(...bound(parameters));
          return { changes: Number(result.changes), lastInsertRowid: BigInt(result.lastInsertRowid) };
        },
        iterate: (parameters) => statement.iterate(...bound(parameters)),
      };
    },
  };
}

type Bindable = string | number | bigint | null | Uint8Array;

function bound(parameters: readonly unknown[]): Bindable[] {
  return parameters.map((value) => {
    if (value === undefined) throw new TypeError('a SQL parameter is undefined');
    if (typeof value === 'boolean') return value ? 1 : 0;
    // Kysely types parameters as unknown; what is no SQLite value is refused by the driver itself.
    return value as Bindable;
  });
}
