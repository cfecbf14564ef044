/** Sites that see a person's data: those that the person has allowed, and the association's own. */
import type { Scope } from '@/lib/contract/resources';
import { parseScope } from '@/lib/sign-in/accounts/client-scope';
import type { Owner } from '@/lib/sign-in/accounts/owner';
import { idsOf } from '@/lib/sign-in/accounts/own-sessions';
import { queueLogouts } from '@/lib/sign-in/accounts/session-sites';
import { journalAccounts } from '@/lib/store/account-journal';
import type { Store } from '@/lib/store/database';
import { byPerson } from '@/lib/store/journal';

export interface ConnectedSite {
  clientId: string;
  name: string;
  /** The association's own sites do not ask for consent. */
  isFirstParty: boolean;
  scopes: Scope[];
  since: Date;
  /** The time when the site last got a token. null: the site has got no token since we began to record these times. */
  lastUsedAt: Date | null;
}

/**
 * Lists the sites in order of name. Sites of revoked clients get nothing and are left out.
 * @param ownClientId the client of this directory, which is left out too
 */
export async function listConnectedSites(
  { auth }: Store,
  { organisationId, personId, ownClientId }: Owner & { ownClientId: string },
): Promise<ConnectedSite[]> {
  const rows = await auth
    .selectFrom('consent')
    .innerJoin('client', 'client.id', 'consent.client_id')
    .select([
      'consent.client_id',
      'client.name',
      'client.is_first_party',
      'consent.scope',
      'consent.granted_at',
      'consent.last_used_at',
    ])
    .where('consent.organisation_id', '=', organisationId)
    .where('consent.person_id', '=', personId)
    .where('client.revoked_at', 'is', null)
    .where('client.id', '!=', ownClientId)
    .orderBy('client.name')
    .orderBy('consent.client_id')
    .execute();
  return rows.map((row) => ({
    clientId: row.client_id,
    name: row.name,
    isFirstParty: row.is_first_party === 1,
    scopes: parseScope(row.scope) ?? [],
    since: new Date(row.granted_at),
    lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at),
  }));
}

/**
 * Takes back the person's consent for this site. The site's codes and tokens for the person stop working. At the next
 * sign-in, the person is asked for consent again.
 * @returns false if the person has not given consent. The association's own sites need no consent, so for them the
 * result is always false.
 */
export async function withdrawConsent(
  store: Store,
  owner: Owner & { clientId: string },
  now: Date,
): Promise<boolean> {
  const { organisationId, personId, clientId } = owner;
  const personIds = await idsOf(store, owner);
  return store.auth.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('consent')
      .where('organisation_id', '=', organisationId)
      .where('person_id', '=', personId)
      .where('client_id', '=', clientId)
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('client').select('id').where('id', '=', clientId).where('is_first_party', '=', 0)),
      )
      .executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    // Codes are deleted first, and tokens are revoked afterwards. An exchange in progress has locked its code, so this
    // statement waits until the exchange has stored a token. The next statements then revoke the token.
    await transaction
      .deleteFrom('authorization_code')
      .where('organisation_id', '=', organisationId)
      .where('person_id', 'in', personIds)
      .where('client_id', '=', clientId)
      .where('consumed_at', 'is', null)
      .execute();
    for (const table of ['refresh_grant', 'access_token'] as const) {
      await transaction
        .updateTable(table)
        .set({ revoked_at: now.getTime() })
        .where('organisation_id', '=', organisationId)
        .where('person_id', 'in', personIds)
        .where('client_id', '=', clientId)
        .where('revoked_at', 'is', null)
        .execute();
    }
    await queueLogouts(transaction, { organisationId, personIds, clientId }, now);
    await journalAccounts(transaction, { organisationId, cause: byPerson(personId), now }, [
      { kind: 'consent', operation: 'withdrawn', personId, clientId },
    ]);
    return true;
  });
}
