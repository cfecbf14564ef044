import type { Kysely } from 'kysely';
import type { Scope } from '@/lib/contract/resources';
import { journalAccounts } from '@/lib/store/account-journal';
import type { AuthDatabase } from '@/lib/store/schema/auth-schema';
import type { Store } from '@/lib/store/database';
import { byPerson } from '@/lib/store/journal';
import type { Client } from './clients';
import { formatScope, parseScope } from '@/lib/sign-in/accounts/client-scope';

interface ConsentRequest {
  client: Client;
  personId: number;
  scopes: readonly Scope[];
}

/**
 * An organisation's own client need not ask the member. Other clients ask once for each set of scopes. A public client
 * asks every time, because another app could use its ID (RFC 8252 §8.6).
 */
export async function needsConsent(
  store: Store,
  { client, personId, scopes }: ConsentRequest,
): Promise<boolean> {
  if (client.isFirstParty) return false;
  if (client.isPublic) return true;
  const given = parseScope((await findScope(store.auth, { client, personId })) ?? '') ?? [];
  return !scopes.every((scope) => given.includes(scope));
}

export async function giveConsent(
  store: Store,
  { client, personId, scopes }: ConsentRequest,
  now: Date,
): Promise<void> {
  const given = { scope: formatScope(scopes), granted_at: now.getTime() };
  const { id: clientId, organisationId } = client;
  await store.auth.transaction().execute(async (transaction) => {
    const before = await findScope(transaction, { client, personId });
    if (before === given.scope) return;
    await transaction
      .insertInto('consent')
      .values({ organisation_id: organisationId, person_id: personId, client_id: clientId, ...given })
      .onConflict((conflict) =>
        conflict.columns(['organisation_id', 'person_id', 'client_id']).doUpdateSet(given),
      )
      .execute();
    const changes = { Scope: [before, given.scope] as [string | null, string] };
    await journalAccounts(transaction, { organisationId, cause: byPerson(personId), now }, [
      { kind: 'consent', operation: 'given', personId, clientId, changes },
    ]);
  });
}

/**
 * Records that the client has got a token for the person. The association's own sites do not ask for consent, so this
 * function also records their scopes.
 */
export async function recordUse(
  auth: Kysely<AuthDatabase>,
  { client, personId, scopes }: ConsentRequest,
  now: Date,
): Promise<void> {
  const { id: clientId, organisationId } = client;
  if (client.isFirstParty) {
    const earlier = parseScope((await findScope(auth, { client, personId })) ?? '') ?? [];
    const used = {
      scope: formatScope([...new Set([...earlier, ...scopes])]),
      last_used_at: now.getTime(),
    };
    await auth
      .insertInto('consent')
      .values({
        organisation_id: organisationId,
        person_id: personId,
        client_id: clientId,
        granted_at: now.getTime(),
        ...used,
      })
      .onConflict((conflict) =>
        conflict.columns(['organisation_id', 'person_id', 'client_id']).doUpdateSet(used),
      )
      .execute();
    return;
  }
  await auth
    .updateTable('consent')
    .set({ last_used_at: now.getTime() })
    .where('organisation_id', '=', organisationId)
    .where('person_id', '=', personId)
    .where('client_id', '=', clientId)
    .execute();
}

/** null: the person has allowed nothing. */
async function findScope(
  auth: Kysely<AuthDatabase>,
  { client, personId }: Pick<ConsentRequest, 'client' | 'personId'>,
): Promise<string | null> {
  const row = await auth
    .selectFrom('consent')
    .select('scope')
    .where('organisation_id', '=', client.organisationId)
    .where('person_id', '=', personId)
    .where('client_id', '=', client.id)
    .executeTakeFirst();
  return row?.scope ?? null;
}
