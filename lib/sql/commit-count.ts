import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';

interface WatchedFile {
  database: DatabaseSyncInstance;
  /** SQLite compares the file's state with the state that this connection saw last. This takes 2.5 µs. */
  statement: StatementSyncInstance;
  seen: unknown;
}

/**
 * Counts the commits to SQLite files by all processes. Data that was read from the files can be used again until the
 * next commit. The counter has separate connections, because SQLite reports to a connection only what other connections
 * commit.
 * @see https://www.sqlite.org/pragma.html#pragma_data_version
 */
export class CommitCount {
  readonly #files: WatchedFile[];
  #count = 0;

  constructor(files: readonly string[]) {
    this.#files = files.map((file) => {
      const database = new DatabaseSync(file, { readOnly: true });
      return { database, statement: database.prepare('PRAGMA data_version'), seen: null };
    });
  }

  /** Returns a higher number than the last call if a file cannot be read, or has changed since the last call. */
  read(): number {
    for (const file of this.#files) {
      const version = readVersion(file);
      if (version !== null && version === file.seen) continue;
      file.seen = version;
      this.#count += 1;
    }
    return this.#count;
  }

  close(): void {
    for (const { database } of this.#files) database.close();
  }
}

/** null: the file cannot be read now, for example because another process recovers it. */
function readVersion({ statement }: WatchedFile): unknown {
  try {
    return statement.get()?.['data_version'] ?? null;
  } catch {
    return null;
  }
}
