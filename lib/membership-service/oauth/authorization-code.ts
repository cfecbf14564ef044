import type { Scope } from '@/lib/membership-api/resources';
import { ApiError } from '@/lib/membership-api/errors';
import type { Selectable } from 'kysely';
import type { AuthorizationCodeTable } from '../store/auth-schema';
import type { Store } from '../store/database';
import type { Client } from './clients';
import { answersChallenge } from './pkce';
import { formatScope, parseScope } from './scope';
import { hashSecret, makeSecret } from './secrets';
import { issueToken, revokeTokensOfCode } from './tokens';

/** Long enough for a redirect and a call, short for whoever finds it in a log (RFC 6749 §4.1.2 allows 10 minutes). */
const codeLifetimeSeconds = 60;

export interface NewCode {
  client: Client;
  personId: number;
  sessionHash: string;
  scopes: readonly Scope[];
  /** null: it was not sent to authorize. */
  redirectUri: string | null;
  challenge: string | null;
}

/** Makes and stores an authorization code. */
export async function issueCode(store: Store, code: NewCode, now: Date): Promise<string> {
  const secret = makeSecret();
  await store.auth
    .insertInto('authorization_code')
    .values({
      code_hash: hashSecret(secret),
      client_id: code.client.id,
      organisation_id: code.client.organisationId,
      person_id: code.personId,
      session_hash: code.sessionHash,
      scope: formatScope(code.scopes),
      redirect_uri: code.redirectUri,
      code_challenge: code.challenge,
      issued_at: now.getTime(),
      expires_at: now.getTime() + codeLifetimeSeconds * 1000,
      consumed_at: null,
    })
    .execute();
  return secret;
}

export interface Exchange {
  code: string;
  redirectUri: string | null;
  verifier: string | null;
  scope: string | null;
}

/**
 * Exchanges a code for a token, once. An attempt of the right client consumes the code even when it fails; a second
 * one, whoever makes it, also ends what the first one issued. The token is stored in the transaction that consumes
 * the code, so that a second attempt cannot come between.
 * @throws ApiError invalid_grant naming what does not fit, invalid_scope when more is asked for than was granted
 */
export async function exchangeCode(
  store: Store,
  { client, exchange, now }: { client: Client; exchange: Exchange; now: Date },
): Promise<{ token: string; scopes: Scope[] }> {
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
      return invalidGrant('code is unknown to this client, expired or already used');
    }
    const refusal = refuse(code, exchange, client, now);
    if (refusal !== null) return refusal;
    const scopes = parseScope(code.scope) ?? [];
    const holder = { clientId: client.id, organisationId: client.organisationId, personId: code.person_id };
    return { token: await issueToken(transaction, { ...holder, scopes, codeHash }, now), scopes };

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
  // Thrown out here: inside, it would undo the consumption.
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
    return invalidGrant('code is unknown to this client, expired or already used');
  if (code.redirect_uri !== null && redirectUri !== code.redirect_uri) {
    return invalidGrant('redirect_uri must be the one that was sent to authorize');
  }
  // Not sent to authorize: then the only registered one was meant, and nothing else may be named now.
  if (code.redirect_uri === null && redirectUri !== null && !client.redirectUris.includes(redirectUri)) {
    return invalidGrant('redirect_uri is not the one that the code was sent to');
  }
  if (code.code_challenge === null && verifier !== null) {
    return invalidGrant('code_verifier was sent, and no code_challenge to authorize');
  }
  if (
    code.code_challenge !== null &&
    (verifier === null || !answersChallenge(verifier, code.code_challenge))
  ) {
    return invalidGrant(
      'code_verifier must be 43 to 128 characters and the one that code_challenge was made from',
    );
  }
  const granted = parseScope(code.scope) ?? [];
  const asked = scope === null ? granted : parseScope(scope);
  if (asked === null || asked.length !== granted.length || !asked.every((name) => granted.includes(name))) {
    return new ApiError('invalid_scope', `scope must be what was granted (${code.scope}), or be left out`);
  }
  return null;
}

function invalidGrant(description: string): ApiError {
  return new ApiError('invalid_grant', description);
}
