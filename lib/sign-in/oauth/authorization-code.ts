import type { Scope } from '@/lib/contract/resources';
import { ApiError } from '@/lib/contract/errors';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { AuthorizationCodeTable } from '@/lib/store/schema/auth-schema';
import type { Store } from '@/lib/store/database';
import type { Client } from './clients';
import { matchesChallenge } from './pkce';
import { formatScope, parseRequestedScope, parseScope } from '@/lib/sign-in/accounts/client-scope';
import { addSessionSite } from '@/lib/sign-in/accounts/session-sites';
import { recordUse } from './consents';
import { hashSecret, makeSecret } from '@/lib/sign-in/accounts/secrets';
import { issueRefreshToken } from './refresh-tokens';
import { issueToken, revokeTokensOfCode } from './tokens';
import type { CodeGrant } from './code-grant';

/**
 * A code lives long enough for a redirect and a request. The time is too short for somebody to use a code from a log.
 * RFC 6749 §4.1.2 allows 10 minutes.
 */
const codeLifetimeSeconds = 60;

export interface NewCode {
  client: Client;
  personId: number;
  sessionHash: string;
  scopes: readonly Scope[];
  /** null: the authorize request had no redirect address. */
  redirectUri: string | null;
  challenge: string | null;
  nonce: string | null;
}

/**
 * Stores a code only if the code's session has not ended. One statement checks the session and stores the code. So the
 * session cannot end between the check and the storing. When the session ends later, the code ends too.
 * @returns null if the session has ended
 */
export async function issueCode(store: Store, code: NewCode, now: Date): Promise<string | null> {
  const secret = makeSecret();
  const row: Insertable<AuthorizationCodeTable> = {
    code_hash: hashSecret(secret),
    client_id: code.client.id,
    organisation_id: code.client.organisationId,
    person_id: code.personId,
    session_hash: code.sessionHash,
    scope: formatScope(code.scopes),
    redirect_uri: code.redirectUri,
    code_challenge: code.challenge,
    nonce: code.nonce,
    issued_at: now.getTime(),
    expires_at: now.getTime() + codeLifetimeSeconds * 1000,
  };
  const lock = store.engine === 'postgres' ? sql`for share` : sql``;
  const names = Object.keys(row).map((name) => sql.ref(name));
  const { rows } = await sql`
    insert into authorization_code (${sql.join(names)}, signed_in_at, amr)
    select ${sql.join(Object.values(row).map(typed))}, created_at, amr from session
    where session_hash = ${code.sessionHash} and person_id = ${code.personId} and expires_at > ${now.getTime()}
    ${lock} returning code_hash`.execute(store.auth);
  return rows.length === 1 ? secret : null;
}

/** PostgreSQL treats a parameter in a select as text unless its type is given. */
function typed(value: unknown) {
  return typeof value === 'number' ? sql`cast(${value} as bigint)` : sql`cast(${value} as text)`;
}

export interface Exchange {
  code: string;
  redirectUri: string | null;
  verifier: string | null;
  scope: string | null;
}

/**
 * Exchanges a code for a token, once. An attempt by the right client uses up the code even if it fails. A second
 * attempt, by anyone, also revokes the tokens of the first one. The token is stored in the transaction that uses up the
 * code, so that no second attempt can come between the two.
 * @throws ApiError invalid_grant naming what does not match, invalid_scope if more is requested than was granted
 */
export async function exchangeCode(
  store: Store,
  { client, exchange, now }: { client: Client; exchange: Exchange; now: Date },
): Promise<CodeGrant> {
  const codeHash = hashSecret(exchange.code);
  const outcome = await store.auth.transaction().execute(async (transaction) => {
    const code = await transaction
      .updateTable('authorization_code')
      .set({ consumed_at: now.getTime() })
      .where('code_hash', '=', codeHash)
      .where('client_id', '=', client.id)
      .where('organisation_id', '=', client.organisationId)
      .where('consumed_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (code === undefined) {
      await revokeIfUsed();
      return invalidGrant('code is not valid for this client, has expired or was already used');
    }
    const refusal = refuse(code, exchange, client, now);
    if (refusal !== null) return refusal;
    const scopes = parseScope(code.scope) ?? [];
    const holder = { clientId: client.id, organisationId: client.organisationId, personId: code.person_id };
    const signIn = { signedInAt: code.signed_in_at, amr: code.amr };
    await recordUse(transaction, { client, personId: code.person_id, scopes }, now);
    const sid =
      client.backchannelLogoutUri === null || code.session_hash === null
        ? null
        : await addSessionSite(transaction, {
            session_hash: code.session_hash,
            client_id: client.id,
            organisation_id: client.organisationId,
            person_id: code.person_id,
          });
    const granted = { ...holder, scopes, codeHash, ...signIn };
    const token = await issueToken(transaction, granted, now);
    const refreshToken = scopes.includes('offline_access')
      ? await issueRefreshToken(transaction, granted, now)
      : null;
    return { token, refreshToken, scopes, personId: code.person_id, nonce: code.nonce, sid, ...signIn };

    async function revokeIfUsed(): Promise<void> {
      const used = await transaction
        .selectFrom('authorization_code')
        .select('code_hash')
        .where('code_hash', '=', codeHash)
        .where('consumed_at', 'is not', null)
        .executeTakeFirst();
      if (used !== undefined) await revokeTokensOfCode(transaction, codeHash, now);
    }
  });
  // The error is thrown outside the transaction. Inside, the error would undo the use of the code.
  if (outcome instanceof ApiError) throw outcome;
  return outcome;
}

function refuse(
  code: Selectable<AuthorizationCodeTable>,
  { redirectUri, verifier, scope }: Exchange,
  client: Client,
  now: Date,
): ApiError | null {
  if (code.expires_at <= now.getTime())
    return invalidGrant('code is not valid for this client, has expired or was already used');
  if (code.redirect_uri !== null && redirectUri !== code.redirect_uri) {
    return invalidGrant('redirect_uri must be the same as in the authorize request');
  }
  // Without a redirect address in the authorize request, the client's only registered address was used. A different
  // address is an error here.
  if (code.redirect_uri === null && redirectUri !== null && !client.redirectUris.includes(redirectUri)) {
    return invalidGrant('redirect_uri is not the address that the code was sent to');
  }
  if (code.code_challenge === null && verifier !== null) {
    return invalidGrant('code_verifier was sent, but the authorize request had no code_challenge');
  }
  if (
    code.code_challenge !== null &&
    (verifier === null || !matchesChallenge(verifier, code.code_challenge))
  ) {
    return invalidGrant('code_verifier must be 43 to 128 characters and must match code_challenge');
  }
  const granted = parseScope(code.scope) ?? [];
  // What authorize ignored with `openid` is ignored here too: unknown scopes and `offline_access`.
  const isOpenid = granted.includes('openid');
  const sent = scope === null ? granted : parseRequestedScope(scope, { isOpenid });
  const request = sent?.filter((name) => name !== 'offline_access' || granted.includes(name)) ?? null;
  if (
    request === null ||
    request.length !== granted.length ||
    !request.every((name) => granted.includes(name))
  ) {
    return new ApiError(
      'invalid_scope',
      `scope must be the granted scope (${code.scope}), or must not be sent`,
    );
  }
  return null;
}

function invalidGrant(description: string): ApiError {
  return new ApiError('invalid_grant', description);
}
