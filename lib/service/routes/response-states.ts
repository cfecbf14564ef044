import { sql } from 'kysely';
import { hashSecret } from '@/lib/sign-in/accounts/secrets';
import { accessRow } from '@/lib/sign-in/oauth/tokens';
import type { Store } from '@/lib/store/database';

/** A request with the token of a client. */
export interface AskedResponse {
  secret: string;
  organisationId: number;
}

/**
 * On PostgreSQL: returns for each request what its response depends on, in one read: the token with its client, and the
 * version of the organisation. null: the token cannot be used, or there is no such organisation.
 * @throws Error if the database cannot be reached
 */
export async function readResponseStates(
  store: Store,
  asked: readonly AskedResponse[],
): Promise<(string | null)[]> {
  const hashes = asked.map(({ secret }) => hashSecret(secret));
  const organisations = asked.map(({ organisationId }) => organisationId);
  const { rows } = await sql<{ state: string | null }>`
    select (select row_to_json(found)::text || ' ' || organisation.version
      from (${accessRow(store.auth, sql`asked.hash`)}) as found) as state
    from unnest(${hashes}::text[], ${organisations}::bigint[]) with ordinality as asked(hash, id, at)
    left join organisation on organisation.id = asked.id order by asked.at`.execute(store.auth);
  return rows.map(({ state }) => state);
}
