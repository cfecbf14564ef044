import { expressionBuilder } from 'kysely';
import { z } from 'zod';
import { parseCandidates } from '@/lib/sign-in/accounts/candidates';
import type { Store } from '@/lib/store/database';
import { emailKey } from '@/lib/store/email-key';
import type { AuthDatabase } from '@/lib/store/schema/auth-schema';
import { readClientNames, toInstant, toInstantOrNull } from './authors';
import type { AccountPart, Client } from './personal-data';

interface AccountOf {
  organisationId: number;
  /** The IDs of the person and of the records merged into the person. */
  personIds: readonly number[];
  /** null: the address is unknown, or somebody else has it too. */
  email: string | null;
}

type Auth = Store['auth'];

/**
 * The part includes sessions, tokens and other items that have ended and are not deleted yet. It contains no hashes.
 */
export async function readAccountPart({ auth }: Store, of: AccountOf): Promise<AccountPart> {
  return {
    ...(await readAccount(auth, of)),
    Passkeys: await readPasskeys(auth, of),
    ErasureRequestedAt: await readErasureRequestedAt(auth, of),
    MergedAccounts: [],
    Sessions: await readSessions(auth, of),
    ConnectedSites: await readConnectedSites(auth, of),
    Tokens: await readTokens(auth, of),
    LastingAccess: await readLastingAccess(auth, of),
    Codes: await readCodes(auth, of),
    EmailedCodes: await readEmailedCodes(auth, of),
    PendingSignIns: await readPendingSignIns(auth, of),
  };
}

const is = expressionBuilder<AuthDatabase, 'account'>();

/** The condition of every query here, because each of these tables has both columns. */
function isOf({ organisationId, personIds }: AccountOf) {
  return is.and([is('organisation_id', '=', organisationId), is('person_id', 'in', personIds)]);
}

/** There are several accounts until the account of a merged record has ended. */
async function readAccount(auth: Auth, of: AccountOf) {
  const rows = await auth
    .selectFrom('account')
    .select(['password_hash', 'updated_at', 'passkey_offered_at', 'signed_in_at'])
    .select(['proven_email_key', 'proven_email_at'])
    .where(isOf(of))
    .orderBy('updated_at')
    .execute();
  const signIns = rows.map((one) => one.signed_in_at).filter((at) => at !== null);
  const offers = rows.map((one) => one.passkey_offered_at).filter((at) => at !== null);
  const proofs = rows.flatMap(({ proven_email_key: email, proven_email_at: at }) =>
    email === null || at === null ? [] : [{ Email: email, At: toInstant(at) }],
  );
  return {
    HasPassword: rows.some((one) => one.password_hash !== null),
    UpdatedAt: toInstantOrNull(rows.at(-1)?.updated_at ?? null),
    PasskeyOfferedAt: toInstantOrNull(offers[0] ?? null),
    SignedInAt: signIns.length === 0 ? null : toInstant(Math.max(...signIns)),
    ProvenEmail: proofs[0] ?? null,
  };
}

async function readPasskeys(auth: Auth, of: AccountOf): Promise<AccountPart['Passkeys']> {
  const rows = await auth
    .selectFrom('passkey')
    .select(['name', 'transports', 'counter', 'created_at', 'last_used_at', 'refused_at'])
    .where(isOf(of))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((one) => ({
    Name: one.name,
    Transports: z.array(z.string()).parse(JSON.parse(one.transports)),
    Uses: one.counter,
    CreatedAt: toInstant(one.created_at),
    LastUsedAt: toInstantOrNull(one.last_used_at),
    RefusedAt: toInstantOrNull(one.refused_at),
  }));
}

async function readErasureRequestedAt(auth: Auth, of: AccountOf): Promise<string | null> {
  const first = await auth
    .selectFrom('erasure_request')
    .select('requested_at')
    .where(isOf(of))
    .orderBy('requested_at')
    .executeTakeFirst();
  return toInstantOrNull(first?.requested_at ?? null);
}

async function readSessions(auth: Auth, of: AccountOf): Promise<AccountPart['Sessions']> {
  const rows = await auth
    .selectFrom('session')
    .select(['amr', 'browser', 'created_at', 'expires_at'])
    .where(isOf(of))
    .orderBy('created_at')
    .orderBy('session_hash')
    .execute();
  return rows.map((one) => ({
    SignedInBy: one.amr,
    Browser: one.browser,
    CreatedAt: toInstant(one.created_at),
    ExpiresAt: toInstant(one.expires_at),
  }));
}

async function readConnectedSites(auth: Auth, of: AccountOf): Promise<AccountPart['ConnectedSites']> {
  const rows = await auth
    .selectFrom('consent')
    .select(['client_id', 'scope', 'granted_at', 'last_used_at'])
    .where(isOf(of))
    .orderBy('client_id')
    .execute();
  const client = await readClients(auth, rows);
  return rows.map((one) => ({
    Client: client(one.client_id),
    Scope: one.scope,
    GivenAt: toInstant(one.granted_at),
    LastUsedAt: toInstantOrNull(one.last_used_at),
  }));
}

async function readTokens(auth: Auth, of: AccountOf): Promise<AccountPart['Tokens']> {
  const rows = await auth
    .selectFrom('access_token')
    .select(['client_id', 'scope', 'issued_at', 'expires_at', 'revoked_at'])
    .where(isOf(of))
    .orderBy('issued_at')
    .orderBy('token_hash')
    .execute();
  const client = await readClients(auth, rows);
  return rows.map((one) => ({
    Client: client(one.client_id),
    Scope: one.scope,
    IssuedAt: toInstant(one.issued_at),
    ExpiresAt: toInstant(one.expires_at),
    RevokedAt: toInstantOrNull(one.revoked_at),
  }));
}

async function readLastingAccess(auth: Auth, of: AccountOf): Promise<AccountPart['LastingAccess']> {
  const rows = await auth
    .selectFrom('refresh_grant')
    .select(['client_id', 'scope', 'issued_at', 'used_at', 'expires_at', 'revoked_at'])
    .where(isOf(of))
    .orderBy('issued_at')
    .orderBy('grant_hash')
    .execute();
  const client = await readClients(auth, rows);
  return rows.map((one) => ({
    Client: client(one.client_id),
    Scope: one.scope,
    IssuedAt: toInstant(one.issued_at),
    LastUsedAt: toInstant(one.used_at),
    ExpiresAt: toInstant(one.expires_at),
    RevokedAt: toInstantOrNull(one.revoked_at),
  }));
}

async function readCodes(auth: Auth, of: AccountOf): Promise<AccountPart['Codes']> {
  const rows = await auth
    .selectFrom('authorization_code')
    .select(['client_id', 'scope', 'redirect_uri', 'issued_at', 'expires_at', 'consumed_at'])
    .where(isOf(of))
    .orderBy('issued_at')
    .orderBy('code_hash')
    .execute();
  const client = await readClients(auth, rows);
  return rows.map((one) => ({
    Client: client(one.client_id),
    Scope: one.scope,
    RedirectURI: one.redirect_uri,
    IssuedAt: toInstant(one.issued_at),
    ExpiresAt: toInstant(one.expires_at),
    UsedAt: toInstantOrNull(one.consumed_at),
  }));
}

async function readEmailedCodes(auth: Auth, of: AccountOf): Promise<AccountPart['EmailedCodes']> {
  const key = emailKey(of.email ?? '');
  const rows = await auth
    .selectFrom('mail_code')
    .select(['purpose', 'email_key', 'new_email', 'attempts', 'created_at', 'expires_at', 'consumed_at'])
    .where('organisation_id', '=', of.organisationId)
    // People choose who they are after they enter a sign-in code, so a code has an email address but no person.
    .where((is) =>
      is.or([
        is('person_id', 'in', of.personIds),
        ...(key === '' ? [] : [is.and([is('person_id', 'is', null), is('email_key', '=', key)])]),
      ]),
    )
    .orderBy('created_at')
    .orderBy('code_hash')
    .execute();
  return rows.flatMap(({ purpose, ...one }) =>
    // The link with which the first owner sets up the association belongs to nobody yet.
    purpose === 'setup'
      ? []
      : {
          Purpose: purpose,
          Email: one.email_key,
          NewEmail: one.new_email,
          Attempts: one.attempts,
          CreatedAt: toInstant(one.created_at),
          ExpiresAt: toInstant(one.expires_at),
          UsedAt: toInstantOrNull(one.consumed_at),
        },
  );
}

/** If several people share an address, any of them may be signing in, so the sign-in is in nobody's part. */
async function readPendingSignIns(
  auth: Auth,
  { organisationId, personIds }: AccountOf,
): Promise<AccountPart['PendingSignIns']> {
  const rows = await auth
    .selectFrom('authorize_request')
    .select(['client_id', 'source', 'candidates', 'created_at', 'expires_at'])
    .where('organisation_id', '=', organisationId)
    .where('candidates', 'is not', null)
    .orderBy('created_at')
    .orderBy('request_hash')
    .execute();
  const theirs = rows.filter((one) => {
    const candidates = parseCandidates(one.candidates);
    return candidates.length > 0 && candidates.every((id) => personIds.includes(id));
  });
  const client = await readClients(auth, theirs);
  return theirs.map((one) => ({
    Client: one.client_id === null ? null : client(one.client_id),
    Source: one.source,
    CreatedAt: toInstant(one.created_at),
    ExpiresAt: toInstant(one.expires_at),
  }));
}

async function readClients(
  auth: Auth,
  rows: readonly { client_id: string | null }[],
): Promise<(id: string) => Client> {
  const ids = rows.map(({ client_id }) => client_id).filter((id) => id !== null);
  const names = await readClientNames(auth, [...new Set(ids)]);
  return (id) => ({ ID: id, Name: names.get(id) ?? null });
}
