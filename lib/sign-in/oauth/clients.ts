import { sql, type Kysely, type Selectable } from 'kysely';
import type { Scope } from '@/lib/contract/resources';
import { journalAccounts } from '@/lib/store/account-journal';
import type { AuthDatabase, ClientTable } from '@/lib/store/schema/auth-schema';
import { secretOverlapMs } from '@/lib/store/auth-purge';
import type { Store } from '@/lib/store/database';
import { byCommand, type Cause } from '@/lib/store/journal';
import { refuseClientSettings, type ClientSetting } from '@/lib/sign-in/accounts/client-settings';
import { formatRules, parseRules, refuseRules, type ClientRules } from './client-rules';
import type { SigningAlgorithm } from './signing-algorithms';
import { formatScope, parseScope } from '@/lib/sign-in/accounts/client-scope';
import { hashSecret, makeSecret } from '@/lib/sign-in/accounts/secrets';

export interface Client {
  id: string;
  organisationId: number;
  name: string;
  /** An app on its user's device has no secret. */
  isPublic: boolean;
  scopes: Scope[];
  redirectUris: string[];
  /** Where the browser may go after it has signed out here. */
  postLogoutUris: string[];
  /** The browser may also go to every address below one of these (`isBelow`). */
  postLogoutPrefixes: string[];
  /** Where pages about a refused, expired or ended sign-in lead. null: unknown. */
  homeUrl: string | null;
  /** The organisation's own client: members are not asked for consent. */
  isFirstParty: boolean;
  requiresPkce: boolean;
  /** The client gets our issuer with its code (RFC 9207). */
  sendsIss: boolean;
  /**
   * The client never gets our issuer, because its software cannot read a response with it (docs/decisions.md, I2).
   */
  omitsIss: boolean;
  seesAdminExtras: boolean;
  allowsHttp: boolean;
  /**
   * The client gets memberships in a form for published login plugins. These plugins read a last day as 00:00. So the
   * form also has the time at which the last day ends (docs/decisions.md, J31).
   */
  hasLegacyStatus: boolean;
  /** The address that gets logout tokens. null: the client has no such address. */
  backchannelLogoutUri: string | null;
  /** The logout address may be in a private network. */
  allowsPrivateLogout: boolean;
  /** The algorithm that signs the client's ID tokens. */
  idTokenAlgorithm: SigningAlgorithm;
  /** The ID token has the claims of `profile` and `email`, for software that does not read userinfo. */
  hasIdTokenClaims: boolean;
  /** null: everybody who belongs to the association may sign in. */
  rules: ClientRules | null;
  createdAt: Date;
  revokedAt: Date | null;
}

export interface NewClient {
  organisationId: number;
  name: string;
  scopes: readonly Scope[];
  redirectUris?: readonly string[];
  postLogoutUris?: readonly string[];
  postLogoutPrefixes?: readonly string[];
  homeUrl?: string | null;
  isFirstParty?: boolean;
  isPublic?: boolean;
  requiresPkce?: boolean;
  sendsIss?: boolean;
  omitsIss?: boolean;
  seesAdminExtras?: boolean;
  /** Allows plain-http redirect addresses, for old sites. */
  allowsHttp?: boolean;
  hasLegacyStatus?: boolean;
  backchannelLogoutUri?: string | null;
  allowsPrivateLogout?: boolean;
  /** Default: RS256. */
  idTokenAlgorithm?: SigningAlgorithm;
  hasIdTokenClaims?: boolean;
  /** By default, the client has no rules. */
  rules?: ClientRules | null;
  /**
   * Credentials that were generated elsewhere. If the client is already registered, its name and redirect addresses are
   * updated.
   */
  credentials?: { id: string; secret: string };
  /** By default, the journal names the command line as the cause. */
  cause?: Cause;
}

/** The message tells the operator why the client cannot have these settings. */
export class ClientSettingsError extends Error {
  override name = 'ClientSettingsError';
  constructor(
    message: string,
    /** null: there is no such client or organisation. */
    readonly field: ClientSetting | 'Rules' | null = null,
  ) {
    super(message);
  }
}

/**
 * Returns the secret, which cannot be read again. null: the client is public.
 * @throws ClientSettingsError naming the invalid setting
 */
export async function createClient(
  store: Store,
  client: NewClient,
  now = new Date(),
): Promise<{ id: string; secret: string | null }> {
  await requireOrganisation(store, client.organisationId);
  requireSettings(client);
  await requireRules(store, client);
  const id = client.credentials?.id ?? makeSecret(20);
  const secret = client.isPublic ? null : (client.credentials?.secret ?? makeSecret());
  const { organisationId, cause = byCommand('client create') } = client;
  const columns = { name: client.name.trim(), ...toColumns(client) };
  const row = {
    id,
    organisation_id: organisationId,
    secret_hash: secret === null ? null : hashSecret(secret),
    previous_secret_hash: null,
    previous_secret_expires_at: null,
    ...columns,
    created_at: now.getTime(),
    revoked_at: null,
  };
  await store.auth.transaction().execute(async (transaction) => {
    const created = await transaction
      .insertInto('client')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    const change =
      created !== undefined
        ? { kind: 'client' as const, operation: 'created' as const, clientId: id }
        : await storeSettings(transaction, { id, columns });
    await journalAccounts(transaction, { organisationId, cause, now }, change === null ? [] : [change]);
  });
  return { id, secret };
}

/** @returns the row for the journal. null: no setting has changed */
export async function storeSettings(
  transaction: Kysely<AuthDatabase>,
  { id, columns }: { id: string; columns: ClientSettings },
) {
  const before = await transaction
    .selectFrom('client')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const old = Object.entries(before);
  const changes = Object.fromEntries(
    Object.entries(columns).flatMap(([name, value]) => {
      const stored = old.find(([column]) => column === name)?.[1];
      return stored === value ? [] : [[name, [stored, value] as [unknown, unknown]]];
    }),
  );
  if (Object.keys(changes).length === 0) return null;
  await transaction.updateTable('client').set(columns).where('id', '=', id).execute();
  return { kind: 'client' as const, operation: 'updated' as const, clientId: id, changes };
}

type ClientSettings = ReturnType<typeof toColumns> & { name: string };

/**
 * Lists the oldest client first, and includes revoked clients. If `organisationId` is null, lists the clients of all
 * organisations.
 */
export async function listClients(store: Store, organisationId: number | null): Promise<Client[]> {
  let query = store.auth.selectFrom('client').selectAll().orderBy('created_at').orderBy('id');
  if (organisationId !== null) query = query.where('organisation_id', '=', organisationId);
  return (await query.execute()).map(toClient);
}

/**
 * The new secret is shown only here. The old one works for another 24 hours. With `isImmediate`, the old one stops
 * working at once, and so do the client's tokens and codes, because somebody who knew the secret may have them.
 * @throws ClientSettingsError if there is no such client or it is public
 */
export async function rotateSecret(
  store: Store,
  {
    id,
    isImmediate = false,
    cause = byCommand('client rotate'),
  }: { id: string; isImmediate?: boolean; cause?: Cause },
  now = new Date(),
): Promise<string> {
  const secret = makeSecret();
  await store.auth.transaction().execute(async (transaction) => {
    const client = await transaction
      .updateTable('client')
      .set({
        previous_secret_hash: isImmediate ? null : sql<string>`secret_hash`,
        previous_secret_expires_at: isImmediate ? null : now.getTime() + secretOverlapMs,
        secret_hash: hashSecret(secret),
      })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .where('secret_hash', 'is not', null)
      .returning('organisation_id')
      .executeTakeFirst();
    if (client === undefined) throw new ClientSettingsError(`There is no client ${id} with a secret`);
    const { organisation_id: organisationId } = client;
    await journalAccounts(transaction, { organisationId, cause, now }, [
      { kind: 'client', operation: 'secret replaced', clientId: id },
    ]);
    if (isImmediate) await endGrants(transaction, id, now);
  });
  return secret;
}

/**
 * The client can make no more requests, and its tokens and codes stop working.
 * @throws ClientSettingsError if there is no such client
 */
export async function revokeClient(
  store: Store,
  id: string,
  now = new Date(),
  cause = byCommand('client revoke'),
): Promise<void> {
  await store.auth.transaction().execute(async (transaction) => {
    const client = await transaction
      .updateTable('client')
      .set({ revoked_at: now.getTime() })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning('organisation_id')
      .executeTakeFirst();
    if (client === undefined) throw new ClientSettingsError(`There is no client ${id} to revoke`);
    const { organisation_id: organisationId } = client;
    await journalAccounts(transaction, { organisationId, cause, now }, [
      { kind: 'client', operation: 'revoked', clientId: id },
    ]);
    await endGrants(transaction, id, now);
  });
}

async function endGrants(transaction: Kysely<AuthDatabase>, clientId: string, now: Date): Promise<void> {
  for (const table of ['refresh_grant', 'access_token'] as const) {
    await transaction
      .updateTable(table)
      .set({ revoked_at: now.getTime() })
      .where('client_id', '=', clientId)
      .where('revoked_at', 'is', null)
      .execute();
  }
  await transaction.deleteFrom('authorization_code').where('client_id', '=', clientId).execute();
}

export async function findClient(store: Store, organisationId: number, id: string): Promise<Client | null> {
  const row = await store.auth
    .selectFrom('client')
    .selectAll()
    .where('id', '=', id)
    .where('organisation_id', '=', organisationId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row === undefined ? null : toClient(row);
}

export function toClient(row: Selectable<ClientTable>): Client {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    name: row.name,
    isPublic: row.secret_hash === null,
    scopes: parseScope(row.scopes) ?? [],
    // `toColumns` wrote the three as JSON lists of strings.
    redirectUris: JSON.parse(row.redirect_uris) as string[],
    postLogoutUris: JSON.parse(row.post_logout_uris) as string[],
    postLogoutPrefixes: JSON.parse(row.post_logout_prefixes) as string[],
    homeUrl: row.home_url,
    isFirstParty: row.is_first_party === 1,
    requiresPkce: row.requires_pkce === 1,
    sendsIss: row.sends_iss === 1,
    omitsIss: row.omits_iss === 1,
    seesAdminExtras: row.sees_admin_extras === 1,
    allowsHttp: row.allows_http === 1,
    hasLegacyStatus: row.legacy_status === 1,
    backchannelLogoutUri: row.backchannel_logout_uri,
    allowsPrivateLogout: row.backchannel_private === 1,
    idTokenAlgorithm: row.id_token_algorithm,
    hasIdTokenClaims: row.id_token_claims === 1,
    rules: parseRules(row.rules),
    createdAt: new Date(row.created_at),
    revokedAt: row.revoked_at === null ? null : new Date(row.revoked_at),
  };
}

export function toColumns(client: NewClient) {
  return {
    scopes: formatScope(client.scopes),
    redirect_uris: JSON.stringify(client.redirectUris ?? []),
    post_logout_uris: JSON.stringify(client.postLogoutUris ?? []),
    post_logout_prefixes: JSON.stringify(client.postLogoutPrefixes ?? []),
    home_url: client.homeUrl ?? null,
    is_first_party: client.isFirstParty ? 1 : 0,
    requires_pkce: client.requiresPkce || client.isPublic ? 1 : 0,
    sends_iss: client.sendsIss ? 1 : 0,
    omits_iss: client.omitsIss ? 1 : 0,
    sees_admin_extras: client.seesAdminExtras ? 1 : 0,
    allows_http: client.allowsHttp ? 1 : 0,
    legacy_status: client.hasLegacyStatus ? 1 : 0,
    backchannel_logout_uri: client.backchannelLogoutUri ?? null,
    backchannel_private: client.allowsPrivateLogout ? 1 : 0,
    id_token_algorithm: client.idTokenAlgorithm ?? 'RS256',
    id_token_claims: client.hasIdTokenClaims ? 1 : 0,
    rules: formatRules(client.rules ?? null),
  };
}

/** @throws ClientSettingsError naming the invalid setting */
export function requireSettings({
  redirectUris = [],
  postLogoutUris = [],
  isPublic = false,
  isFirstParty = false,
  allowsHttp = false,
  ...rest
}: NewClient): void {
  const refusal = refuseClientSettings({
    ...rest,
    redirectUris,
    postLogoutUris,
    isPublic,
    isFirstParty,
    allowsHttp,
  });
  if (refusal !== null) throw new ClientSettingsError(refusal.reason, refusal.field);
}

/** @throws ClientSettingsError if a rule contains the ID of a type or chapter that does not exist */
export async function requireRules(
  store: Store,
  { organisationId, rules = null }: Pick<NewClient, 'organisationId' | 'rules'>,
): Promise<void> {
  const reason = rules === null ? null : await refuseRules(store, { organisationId, rules });
  if (reason !== null) throw new ClientSettingsError(reason, 'Rules');
}

async function requireOrganisation(store: Store, id: number): Promise<void> {
  const row = await store.members
    .selectFrom('organisation')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new ClientSettingsError(`There is no organisation ${id}`);
}
