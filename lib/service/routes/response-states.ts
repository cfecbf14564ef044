import { sql } from 'kysely';
import { hashSecret } from '@/lib/sign-in/accounts/secrets';
import { accessRow } from '@/lib/sign-in/oauth/tokens';
import type { Store } from '@/lib/store/database';
import type { CommitCount } from '@/lib/store/sql/commit-count';

/** A request with the token of a client. */
export interface AskedResponse {
  secret: string;
  organisationId: number;
}

/** The same value only while nothing has changed. null: unknown, so no response is cached or sent from the cache. */
export type ResponseState = number | string | null;

export type ReadResponseStates = (asked: readonly AskedResponse[]) => Promise<readonly ResponseState[]>;

/**
 * Reads a state for each request, which includes the commits of other processes.
 * @param commits null on PostgreSQL
 */
export function createResponseStates(store: Store, commits: CommitCount | null): ReadResponseStates {
  if (commits === null) return readFromPostgres(store);
  return async (asked) => {
    const count = commits.read();
    return asked.map(() => count);
  };
}

/**
 * What each response depends on, in one read: the token with its client, and the version of the organisation. null: the
 * token cannot be used, or there is no such organisation.
 * @throws Error if the database cannot be reached
 */
function readFromPostgres({ auth }: Store): ReadResponseStates {
  const [anyHashes, anyIds]: [string[], number[]] = [[], []];
  // The SQL is built once, because building takes longer than running.
  const query = sql`
    select (select row_to_json(found)::text || ' ' || organisation.version
      from (${accessRow(auth, sql`asked.hash`)}) as found) as state
    from unnest(${anyHashes}::text[], ${anyIds}::bigint[]) with ordinality as asked(hash, id, at)
    left join organisation on organisation.id = asked.id order by asked.at`.compile(auth);
  return async (asked) => {
    const hashes = asked.map(({ secret }) => hashSecret(secret));
    const ids = asked.map(({ organisationId }) => organisationId);
    const { rows } = await auth.executeQuery<{ state: string | null }>({
      ...query,
      parameters: [hashes, ids],
    });
    return rows.map(({ state }) => state);
  };
}
