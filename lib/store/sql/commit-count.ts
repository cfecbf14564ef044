import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';

interface WatchedFile {
  database: DatabaseSyncInstance;
  /** Reads the file's `data_version`, which changes when another connection commits. The read takes 2.5 µs. */
  statement: StatementSyncInstance;
  seen: unknown;
}

/**
 * Counts the commits of all processes to SQLite files. What was read from the files stays true until the next commit.
 * The counter has its own connections, because SQLite reports to a connection only what others commit.
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

  /** Returns a higher number than the last call if a file has changed or cannot be read. */
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
