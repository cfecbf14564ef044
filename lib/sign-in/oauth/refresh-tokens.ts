/**
 * Refresh tokens. A connection of a person and a client has one row, and each use replaces its token. A token consists
 * of the ID of its connection and a secret. If the connection exists but the secret is not the current one, somebody
 * may have copied an earlier token.
 * @see RFC 9700 §4.14
 */
import type { Kysely, Selectable } from 'kysely';
import { ApiError } from '@/lib/contract/errors';
import type { Scope } from '@/lib/contract/resources';
import { formatScope, parseRequestedScope, parseScope } from '@/lib/sign-in/accounts/client-scope';
import { hashSecret, makeSecret } from '@/lib/sign-in/accounts/secrets';
import type { AuthDatabase, RefreshGrantTable, SignInMethod } from '@/lib/store/schema/auth-schema';
import type { Store } from '@/lib/store/database';
import type { CodeGrant } from './code-grant';
import type { Client } from './clients';
import { mayBeUsedBy } from './client-rules';
import { recordUse } from './consents';
import { issueToken, revokeTokensOfCode, type NewToken } from './tokens';

/** A connection that is not used for this long ends. */
const idleLifetimeMs = 30 * 24 * 3600 * 1000;
/** After this time, the person has to sign in again, even if the connection is used. */
const totalLifetimeMs = 365 * 24 * 3600 * 1000;

/** The number of letters in a connection's ID. The secret has the same length. */
const idLength = 36;

/**
 * Creates the connection for an exchanged code. Only hashes are stored.
 * @returns the first token
 */
export async function issueRefreshToken(
  transaction: Kysely<AuthDatabase>,
  grant: NewToken & { personId: number; amr: SignInMethod | null },
  now: Date,
): Promise<string> {
  const [id, secret] = [makeSecret(idLength), makeSecret(idLength)];
  await transaction
    .insertInto('refresh_grant')
    .values({
      grant_hash: hashSecret(id),
      token_hash: hashSecret(secret),
      client_id: grant.clientId,
      organisation_id: grant.organisationId,
      person_id: grant.personId,
      scope: formatScope(grant.scopes),
      code_hash: grant.codeHash,
      signed_in_at: grant.signedInAt ?? null,
      amr: grant.amr,
      issued_at: now.getTime(),
      used_at: now.getTime(),
      expires_at: now.getTime() + idleLifetimeMs,
      revoked_at: null,
    })
    .execute();
  return id + secret;
}

/**
 * Exchanges a refresh token for an access token and the next refresh token. If a token is used twice, the second use
 * ends the connection and its access tokens.
 * @throws ApiError invalid_grant if it is not a current token of this client, or if the person may no longer use the
 * client; invalid_scope if more is requested than was granted (this does not use up the token)
 */
export async function useRefreshToken(
  store: Store,
  { client, token, scope, now }: { client: Client; token: string; scope: string | null; now: Date },
): Promise<CodeGrant> {
  const used = await store.auth.transaction().execute(async (transaction) => {
    const secret = makeSecret(idLength);
    const row = await transaction
      .updateTable('refresh_grant')
      .set({ token_hash: hashSecret(secret), used_at: now.getTime() })
      .where('grant_hash', '=', hashSecret(idOf(token)))
      .where('token_hash', '=', hashSecret(secretOf(token)))
      .where('client_id', '=', client.id)
      .where('organisation_id', '=', client.organisationId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now.getTime())
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) {
      await endIfEarlier(transaction, { client, token, now });
      return null;
    }
    const scopes = chooseScopes(row, scope);
    await transaction
      .updateTable('refresh_grant')
      .set({ expires_at: Math.min(now.getTime() + idleLifetimeMs, row.issued_at + totalLifetimeMs) })
      .where('grant_hash', '=', row.grant_hash)
      .execute();
    const holder = { clientId: client.id, organisationId: client.organisationId, personId: row.person_id };
    const signIn = { signedInAt: row.signed_in_at, codeHash: row.code_hash };
    await recordUse(transaction, { client, personId: row.person_id, scopes }, now);
    const access = await issueToken(transaction, { ...holder, scopes, ...signIn }, now);
    return { row, scopes, token: access, refreshToken: idOf(token) + secret };
  });
  if (used === null) throw invalidGrant();
  const { row, ...issued } = used;
  if (!(await mayBeUsedBy(store, { client, personId: row.person_id, now }))) {
    await endGrant(store.auth, row, now);
    throw invalidGrant();
  }
  return {
    ...issued,
    personId: row.person_id,
    signedInAt: row.signed_in_at,
    amr: row.amr,
    nonce: null,
    sid: null,
  };
}

/**
 * Also ends the connection and its access tokens.
 * @see RFC 7009 §2.1
 */
export async function revokeRefreshToken(
  store: Store,
  { client, token, now }: { client: Client; token: string; now: Date },
): Promise<void> {
  const row = await findRow(store.auth, client, token);
  if (row !== undefined) await store.auth.transaction().execute((auth) => endGrant(auth, row, now));
}

/** null: not a current token of this client. */
export async function findRefreshToken(
  { auth }: Store,
  { client, token, now }: { client: Client; token: string; now: Date },
): Promise<Row | null> {
  const row = await findRow(auth, client, token);
  const isCurrent =
    row?.token_hash === hashSecret(secretOf(token)) &&
    row.revoked_at === null &&
    row.expires_at > now.getTime();
  return isCurrent ? row : null;
}

type Row = Selectable<RefreshGrantTable>;

function findRow(auth: Kysely<AuthDatabase>, client: Client, token: string): Promise<Row | undefined> {
  return auth
    .selectFrom('refresh_grant')
    .selectAll()
    .where('grant_hash', '=', hashSecret(idOf(token)))
    .where('client_id', '=', client.id)
    .executeTakeFirst();
}

async function endIfEarlier(
  transaction: Kysely<AuthDatabase>,
  { client, token, now }: { client: Client; token: string; now: Date },
): Promise<void> {
  const row = await findRow(transaction, client, token);
  if (row !== undefined) await endGrant(transaction, row, now);
}

async function endGrant(
  auth: Kysely<AuthDatabase>,
  { grant_hash, code_hash }: Row,
  now: Date,
): Promise<void> {
  await auth
    .updateTable('refresh_grant')
    .set({ revoked_at: now.getTime() })
    .where('grant_hash', '=', grant_hash)
    .where('revoked_at', 'is', null)
    .execute();
  if (code_hash !== null) await revokeTokensOfCode(auth, code_hash, now);
}

/**
 * The access token may have fewer scopes than the connection.
 * @see RFC 6749 §6
 */
function chooseScopes(row: Row, sent: string | null): Scope[] {
  const granted = parseScope(row.scope) ?? [];
  const isOpenid = granted.includes('openid');
  const requested = sent === null ? granted : parseRequestedScope(sent, { isOpenid });
  if (requested === null || requested.length === 0 || !requested.every((one) => granted.includes(one)))
    throw new ApiError('invalid_scope', `scope must be part of the granted scope (${row.scope})`);
  return requested;
}

function idOf(token: string): string {
  return token.slice(0, idLength);
}

function secretOf(token: string): string {
  return token.slice(idLength);
}

function invalidGrant(): ApiError {
  return new ApiError(
    'invalid_grant',
    'refresh_token is not valid for this client, has expired, was already used or has ended',
  );
}
