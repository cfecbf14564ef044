import type { Kysely } from 'kysely';
import type { Scope } from '@/lib/membership-api/resources';
import type { AuthDatabase, SignInMethod } from '@/lib/membership-schema/auth-schema';
import type { Store } from '@/lib/membership-store/database';
import { prepareQuery } from '@/lib/sql/prepared-query';
import { formatScope, parseScope } from '@/lib/membership-accounts/client-scope';
import { hashSecret, makeSecret } from '@/lib/membership-accounts/secrets';
import { parseRules, type ClientRules } from './client-rules';
import { storeTokenInBatch } from './token-batch';

/** The value in the contract's sample token response. */
export const tokenLifetimeSeconds = 3600;

export interface NewToken {
  clientId: string;
  organisationId: number;
  /** The person. null: the token came from client credentials. */
  personId: number | null;
  scopes: readonly Scope[];
  /** Hash of the code that was exchanged for the token. null: there was no code. */
  codeHash: string | null;
  /** When the person signed in, in milliseconds since 1970. Absent or null: unknown, or no person signed in. */
  signedInAt?: number | null;
  /** How the person signed in. Absent or null: unknown, or no person signed in. */
  amr?: SignInMethod | null;
}

/** The rights of a valid token. */
export interface FoundToken {
  clientId: string;
  organisationId: number;
  personId: number | null;
  scopes: ReadonlySet<Scope>;
  seesAdminExtras: boolean;
  hasLegacyStatus: boolean;
  /** The rules of the token's client. null: the client has no rules. */
  rules: ClientRules | null;
  codeHash: string | null;
  /** When the person signed in. null: unknown, or no person signed in. */
  signedInAt: Date | null;
  /** How the person signed in. null: unknown, or no person signed in. */
  amr: SignInMethod | null;
  /** When the token was issued, and when it expires, in milliseconds since 1970. */
  issuedAt: number;
  endsAt: number;
}

/**
 * Creates and stores an access token. Returns the token; only its hash is stored. Inside a transaction, the token is
 * stored as part of the transaction. Otherwise it is stored in a batch with other tokens.
 */
export async function issueToken(auth: Kysely<AuthDatabase>, token: NewToken, now: Date): Promise<string> {
  const secret = makeSecret();
  const row = toRow(token, secret, now);
  if (auth.isTransaction) await auth.insertInto('access_token').values(row).execute();
  else await storeTokenInBatch(auth, row);
  return secret;
}

/** The token. null: it is unknown, revoked or expired (from `expires_at` on), or its client is revoked. */
export async function findToken(store: Store, secret: string, now: Date): Promise<FoundToken | null> {
  const [row] = await readLiveToken(store.auth, [hashSecret(secret)]);
  if (row === undefined || row.expires_at <= now.getTime()) return null;
  return {
    clientId: row.client_id,
    organisationId: row.organisation_id,
    personId: row.person_id,
    scopes: new Set(parseScope(row.scope)),
    seesAdminExtras: row.sees_admin_extras === 1,
    hasLegacyStatus: row.legacy_status === 1,
    rules: parseRules(row.rules),
    codeHash: row.code_hash,
    signedInAt: row.signed_in_at === null ? null : new Date(row.signed_in_at),
    amr: row.amr,
    issuedAt: row.issued_at,
    endsAt: row.expires_at,
  };
}

const readLiveToken = prepareQuery((auth: Kysely<AuthDatabase>) =>
  auth
    .selectFrom('access_token as token')
    .innerJoin('client', 'client.id', 'token.client_id')
    .select([
      'token.client_id',
      'token.organisation_id',
      'token.person_id',
      'token.scope',
      'token.issued_at',
      'token.expires_at',
      'token.code_hash',
      'token.signed_in_at',
      'token.amr',
      'client.sees_admin_extras',
      'client.legacy_status',
      'client.rules',
    ])
    .where('token.token_hash', '=', '')
    .where('token.revoked_at', 'is', null)
    .where('client.revoked_at', 'is', null),
);

/** Ends a token of this client. Other clients' tokens are not changed. */
export async function revokeToken(
  store: Store,
  token: { secret: string; clientId: string },
  now: Date,
): Promise<void> {
  await store.auth
    .updateTable('access_token')
    .set({ revoked_at: now.getTime() })
    .where('token_hash', '=', hashSecret(token.secret))
    .where('client_id', '=', token.clientId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Revokes the tokens that were issued for a code. */
export async function revokeTokensOfCode(
  auth: Kysely<AuthDatabase>,
  codeHash: string,
  now: Date,
): Promise<void> {
  // A refresh in progress has locked its row, so the first statement waits for the refresh. By then the refresh has
  // stored its new access token, and the second statement revokes that token.
  for (const table of ['refresh_grant', 'access_token'] as const) {
    await auth
      .updateTable(table)
      .set({ revoked_at: now.getTime() })
      .where('code_hash', '=', codeHash)
      .where('revoked_at', 'is', null)
      .execute();
  }
}

function toRow(token: NewToken, secret: string, now: Date) {
  return {
    token_hash: hashSecret(secret),
    client_id: token.clientId,
    organisation_id: token.organisationId,
    person_id: token.personId,
    scope: formatScope(token.scopes),
    code_hash: token.codeHash,
    signed_in_at: token.signedInAt ?? null,
    amr: token.amr ?? null,
    issued_at: now.getTime(),
    expires_at: now.getTime() + tokenLifetimeSeconds * 1000,
    revoked_at: null,
  };
}
