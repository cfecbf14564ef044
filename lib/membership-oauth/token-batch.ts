import type { Insertable, Kysely } from 'kysely';
import type { AccessTokenTable, AuthDatabase } from '@/lib/membership-schema/auth-schema';

type Row = Insertable<AccessTokenTable>;

interface Waiting {
  row: Row;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * The maximum number of rows in one statement. Database engines limit the parameters of a statement (SQLite to 32 766).
 * A token is ready only when all rows of its statement are stored. So too many rows would delay the first token.
 */
const maxRows = 64;

const batches = new WeakMap<Kysely<AuthDatabase>, Waiting[]>();

/**
 * Stores a token in the same transaction as the other tokens from this turn of the event loop. Every commit waits for
 * the disk. With one commit for many tokens, a busy client can get thousands of tokens a second. Resolves when the
 * token is on the disk.
 */
export function storeTokenInBatch(auth: Kysely<AuthDatabase>, row: Row): Promise<void> {
  return new Promise((resolve, reject) => {
    const waiting = batches.get(auth) ?? [];
    if (waiting.length === 0) {
      batches.set(auth, waiting);
      setImmediate(() => void flush(auth));
    }
    waiting.push({ row, resolve, reject });
  });
}

async function flush(auth: Kysely<AuthDatabase>): Promise<void> {
  const waiting = batches.get(auth)?.splice(0) ?? [];
  for (let start = 0; start < waiting.length; start += maxRows) {
    const part = waiting.slice(start, start + maxRows);
    try {
      await auth
        .insertInto('access_token')
        .values(part.map(({ row }) => row))
        .execute();
      for (const { resolve } of part) resolve();
    } catch (error) {
      for (const { reject } of part) reject(error);
    }
  }
}
