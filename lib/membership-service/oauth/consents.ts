import type { Scope } from '@/lib/membership-api/resources';
import type { Store } from '@/lib/membership-store/database';
import type { Client } from './clients';
import { formatScope, parseScope } from './scope';

interface Asked {
  client: Client;
  personId: number;
  scopes: readonly Scope[];
}

/**
 * Whether the member must be asked before the client gets a code. An organisation's own client need not ask. Other
 * clients ask once for each set of scopes. A public client asks every time, because another app could use its ID (RFC
 * 8252 §8.6).
 */
export async function needsConsent(store: Store, { client, personId, scopes }: Asked): Promise<boolean> {
  if (client.isFirstParty) return false;
  if (client.isPublic) return true;
  const row = await store.auth
    .selectFrom('consent')
    .select('scope')
    .where('organisation_id', '=', client.organisationId)
    .where('person_id', '=', personId)
    .where('client_id', '=', client.id)
    .executeTakeFirst();
  const given = parseScope(row?.scope ?? '') ?? [];
  return !scopes.every((scope) => given.includes(scope));
}

export async function giveConsent(
  store: Store,
  { client, personId, scopes }: Asked,
  now: Date,
): Promise<void> {
  const given = { scope: formatScope(scopes), granted_at: now.getTime() };
  await store.auth
    .insertInto('consent')
    .values({ organisation_id: client.organisationId, person_id: personId, client_id: client.id, ...given })
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'person_id', 'client_id']).doUpdateSet(given),
    )
    .execute();
}
