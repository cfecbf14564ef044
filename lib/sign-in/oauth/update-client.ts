import { sql, type Kysely } from 'kysely';
import type { Scope } from '@/lib/contract/resources';
import { journalAccounts } from '@/lib/store/account-journal';
import type { AuthDatabase } from '@/lib/store/schema/auth-schema';
import { signInScopes } from '@/lib/sign-in/accounts/client-scope';
import type { Store } from '@/lib/store/database';
import { byCommand, type Cause } from '@/lib/store/journal';
import {
  ClientSettingsError,
  requireRules,
  requireSettings,
  storeSettings,
  toClient,
  toColumns,
  type Client,
  type NewClient,
} from './clients';

export type ClientChange = Partial<Omit<NewClient, 'organisationId' | 'isPublic' | 'credentials' | 'cause'>>;

/**
 * The client keeps its ID and secret. Ends tokens and codes with a scope that the client no longer has, and codes for
 * an address that is no longer registered.
 * @throws ClientSettingsError if there is no such client, or naming the invalid setting
 */
export async function updateClient(
  store: Store,
  { id, change, cause = byCommand('client update') }: { id: string; change: ClientChange; cause?: Cause },
  now = new Date(),
): Promise<Client> {
  return store.auth.transaction().execute(async (transaction) => {
    // Changes no values. Only locks the client's row until the end of the transaction, so that concurrent changes are
    // not lost.
    const row = await transaction
      .updateTable('client')
      .set({ revoked_at: null })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) throw new ClientSettingsError(`There is no client ${id} to update`);
    const before = toClient(row);
    const settings: NewClient = { ...before, ...change };
    // An earlier release may have accepted the stored address for back-channel logout.
    const isSameLogout =
      settings.backchannelLogoutUri === before.backchannelLogoutUri &&
      settings.allowsPrivateLogout === before.allowsPrivateLogout;
    requireSettings(isSameLogout ? { ...settings, backchannelLogoutUri: null } : settings);
    await requireRules(store, settings);
    const columns = { name: settings.name.trim(), ...toColumns(settings) };
    const updated = await storeSettings(transaction, { id, columns });
    await journalAccounts(
      transaction,
      { organisationId: before.organisationId, cause, now },
      updated === null ? [] : [updated],
    );
    const after = toClient({ ...row, ...columns });
    for (const scope of grantable(before)) {
      if (!grantable(after).includes(scope)) await endGrantsWith(transaction, { id, scope }, now);
    }
    if (!before.redirectUris.every((uri) => after.redirectUris.includes(uri))) {
      // A used code shows which session and tokens belong together, so it stays.
      await transaction
        .deleteFrom('authorization_code')
        .where('client_id', '=', id)
        .where('consumed_at', 'is', null)
        .execute();
    }
    return after;
  });
}

/** `user` includes the scopes of OpenID Connect. */
function grantable({ scopes }: Client): Scope[] {
  return [...new Set([...scopes, ...signInScopes(scopes)])];
}

async function endGrantsWith(
  transaction: Kysely<AuthDatabase>,
  { id, scope }: { id: string; scope: Scope },
  now: Date,
): Promise<void> {
  const hasScope = sql<boolean>`' ' || scope || ' ' like ${`% ${scope} %`}`;
  for (const table of ['refresh_grant', 'access_token'] as const) {
    await transaction
      .updateTable(table)
      .set({ revoked_at: now.getTime() })
      .where('client_id', '=', id)
      .where('revoked_at', 'is', null)
      .where(hasScope)
      .execute();
  }
  await transaction
    .deleteFrom('authorization_code')
    .where('client_id', '=', id)
    .where('consumed_at', 'is', null)
    .where(hasScope)
    .execute();
}
