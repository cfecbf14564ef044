import type { Kysely, Insertable, RawBuilder } from 'kysely';
import type { Scope } from '@/lib/contract/resources';
import type { AuthDatabase, AccessTokenTable } from '@/lib/store/schema/auth-schema';
import type { Store } from '@/lib/store/database';
import { prepareQuery } from '@/lib/store/sql/prepared-query';
import { formatScope, parseScope } from '@/lib/sign-in/accounts/client-scope';
import { hashSecret, makeSecret } from '@/lib/sign-in/accounts/secrets';
import { parseRules, type ClientRules } from './client-rules';

/** The contract's sample token response has the same lifetime. */
export const tokenLifetimeSeconds = 3600;

export interface NewToken {
  clientId: string;
  organisationId: number;
  /** null: the token came from client credentials. */
  personId: number | null;
  scopes: readonly Scope[];
  /** The hash of the code that was exchanged for the token. null: there was no code. */
  codeHash: string | null;
  /** Milliseconds since 1970. Absent or null: unknown, or no person signed in. */
  signedInAt?: number | null;
}

export interface FoundToken {
  clientId: string;
  organisationId: number;
  personId: number | null;
  scopes: ReadonlySet<Scope>;
  seesAdminExtras: boolean;
  hasLegacyStatus: boolean;
  /** The rules of the token's client. null: it has none. */
  rules: ClientRules | null;
  codeHash: string | null;
  /** null: unknown, or no person signed in. */
  signedInAt: Date | null;
  /** Milliseconds since 1970. */
  issuedAt: number;
  endsAt: number;
}

/**
 * Only the token's hash is stored: as part of the given transaction or, without one, in a batch with other tokens.
 * @returns the token
 */
export async function issueToken(auth: Kysely<AuthDatabase>, token: NewToken, now: Date): Promise<string> {
  const secret = makeSecret();
  const row = toRow(token, secret, now);
  if (auth.isTransaction) await auth.insertInto('access_token').values(row).execute();
  else await storeTokenInBatch(auth, row);
  return secret;
}

/** null: the token is unknown, revoked or expired (from `expires_at` on), or its client is revoked. */
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
    issuedAt: row.issued_at,
    endsAt: row.expires_at,
  };
}

const readLiveToken = prepareQuery((auth: Kysely<AuthDatabase>) => accessRow(auth, ''));

/** Everything that a client's access depends on. No row: the token is unknown or revoked, or its client is revoked. */
export function accessRow(auth: Kysely<AuthDatabase>, tokenHash: string | RawBuilder<string>) {
  return auth
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
      'client.sees_admin_extras',
      'client.legacy_status',
      'client.rules',
    ])
    .where('token.token_hash', '=', tokenHash)
    .where('token.revoked_at', 'is', null)
    .where('client.revoked_at', 'is', null);
}

/** Revokes the token only if it belongs to the client. */
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

export async function revokeTokensOfCode(
  auth: Kysely<AuthDatabase>,
  codeHash: string,
  now: Date,
): Promise<void> {
  // A refresh in progress has locked its row, so the first statement waits for it. The second statement then revokes
  // the access token that the refresh has stored.
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
    issued_at: now.getTime(),
    expires_at: now.getTime() + tokenLifetimeSeconds * 1000,
    revoked_at: null,
  };
}

type Row = Insertable<AccessTokenTable>;

interface Waiting {
  row: Row;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * The maximum number of rows in one statement. Database engines limit the parameters of a statement (SQLite to 32 766).
 * A token is ready only when all rows of its statement are stored. So too many rows would delay the first token.
 */
const maxRows = 64;

const batches = new WeakMap<Kysely<AuthDatabase>, Waiting[]>();

/**
 * Stores a token in the same transaction as the other tokens from this turn of the event loop. Every commit waits for
 * the disk. With one commit for many tokens, a busy client can get thousands of tokens a second. Resolves when the
 * token is on the disk.
 */
function storeTokenInBatch(auth: Kysely<AuthDatabase>, row: Row): Promise<void> {
  return new Promise((resolve, reject) => {
    const waiting = batches.get(auth) ?? [];
    if (waiting.length === 0) {
      batches.set(auth, waiting);
      setImmediate(() => void flush(auth));
    }
    waiting.push({ row, resolve, reject });
  });
}

async function flush(auth: Kysely<AuthDatabase>): Promise<void> {
  const waiting = batches.get(auth)?.splice(0) ?? [];
  for (let start = 0; start < waiting.length; start += maxRows) {
    const part = waiting.slice(start, start + maxRows);
    try {
      await auth
        .insertInto('access_token')
        .values(part.map(({ row }) => row))
        .execute();
      for (const { resolve } of part) resolve();
    } catch (error) {
      for (const { reject } of part) reject(error);
    }
  }
}
