import { z } from 'zod';
import { parseCandidates } from '@/lib/sign-in/accounts/candidates';
import type { Store } from '@/lib/store/database';
import { emailKey } from '@/lib/store/email-key';
import type { AccountTable } from '@/lib/store/schema/auth-schema';
import { readClientNames, toClient, toInstant, toInstantOrNull } from './authors';
import type { AccountPart, ConnectedSite } from './personal-data';

interface AccountOf {
  organisationId: number;
  /** The IDs of the person and of the records merged into the person. */
  personIds: readonly number[];
  /** null: the address is unknown, or somebody else has it too. */
  email: string | null;
}

/**
 * The part includes sessions, tokens and other items that have ended and are not deleted yet. It contains no hashes.
 */
export async function readAccountPart(store: Store, of: AccountOf): Promise<AccountPart> {
  const rows = await readRows(store, of);
  const names = await readClientNames(store.auth, [
    ...new Set(
      [...rows.consents, ...rows.tokens, ...rows.lasting, ...rows.codes, ...rows.pending]
        .map(({ client_id }) => client_id)
        .filter((id) => id !== null),
    ),
  ]);
  const client = (id: string) => toClient(names, id);
  const signIns = rows.accounts.map(({ signed_in_at }) => signed_in_at).filter((at) => at !== null);
  const toSite = (one: (typeof rows.consents)[number]): ConnectedSite => ({
    Client: client(one.client_id),
    Scope: one.scope,
    GivenAt: toInstant(one.granted_at),
    LastUsedAt: toInstantOrNull(one.last_used_at),
  });
  return {
    HasPassword: rows.accounts.some(({ password_hash }) => password_hash !== null),
    UpdatedAt: toInstantOrNull(rows.accounts.at(-1)?.updated_at ?? null),
    PasskeyOfferedAt: toInstantOrNull(
      rows.accounts.find(({ passkey_offered_at }) => passkey_offered_at !== null)?.passkey_offered_at ?? null,
    ),
    SignedInAt: signIns.length === 0 ? null : toInstant(Math.max(...signIns)),
    ProvenEmail: rows.accounts.flatMap(toProvenEmail)[0] ?? null,
    Passkeys: rows.passkeys.map((one) => ({
      Name: one.name,
      Transports: z.array(z.string()).parse(JSON.parse(one.transports)),
      Uses: one.counter,
      CreatedAt: toInstant(one.created_at),
      LastUsedAt: toInstantOrNull(one.last_used_at),
      RefusedAt: toInstantOrNull(one.refused_at),
    })),
    ErasureRequestedAt: toInstantOrNull(rows.requests[0]?.requested_at ?? null),
    MergedAccounts: [],
    Sessions: rows.sessions.map((one) => ({
      SignedInBy: one.amr,
      Browser: one.browser,
      CreatedAt: toInstant(one.created_at),
      ExpiresAt: toInstant(one.expires_at),
    })),
    ConnectedSites: rows.consents.map(toSite),
    Tokens: rows.tokens.map((one) => ({
      Client: client(one.client_id),
      Scope: one.scope,
      IssuedAt: toInstant(one.issued_at),
      ExpiresAt: toInstant(one.expires_at),
      RevokedAt: toInstantOrNull(one.revoked_at),
    })),
    LastingAccess: rows.lasting.map((one) => ({
      Client: client(one.client_id),
      Scope: one.scope,
      IssuedAt: toInstant(one.issued_at),
      LastUsedAt: toInstant(one.used_at),
      ExpiresAt: toInstant(one.expires_at),
      RevokedAt: toInstantOrNull(one.revoked_at),
    })),
    Codes: rows.codes.map((one) => ({
      Client: client(one.client_id),
      Scope: one.scope,
      RedirectURI: one.redirect_uri,
      IssuedAt: toInstant(one.issued_at),
      ExpiresAt: toInstant(one.expires_at),
      UsedAt: toInstantOrNull(one.consumed_at),
    })),
    EmailedCodes: rows.emailed.flatMap(({ purpose, ...one }) =>
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
    ),
    PendingSignIns: rows.pending.map((one) => ({
      Client: one.client_id === null ? null : client(one.client_id),
      Source: one.source,
      CreatedAt: toInstant(one.created_at),
      ExpiresAt: toInstant(one.expires_at),
    })),
  };
}

function toProvenEmail({
  proven_email_key: email,
  proven_email_at: at,
}: Pick<AccountTable, 'proven_email_key' | 'proven_email_at'>): { Email: string; At: string }[] {
  return email === null || at === null ? [] : [{ Email: email, At: toInstant(at) }];
}

async function readRows({ auth }: Store, { organisationId, personIds, email }: AccountOf) {
  const accounts = await auth
    .selectFrom('account')
    .select(['password_hash', 'updated_at', 'passkey_offered_at', 'signed_in_at'])
    .select(['proven_email_key', 'proven_email_at'])
    .where('organisation_id', '=', organisationId)
    .where('person_id', 'in', personIds)
    .orderBy('updated_at')
    .execute();
  const passkeys = await auth
    .selectFrom('passkey')
    .select(['name', 'transports', 'counter', 'created_at', 'last_used_at', 'refused_at'])
    .where('organisation_id', '=', organisationId)
    .where('person_id', 'in', personIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const sessions = await auth
    .selectFrom('session')
    .select(['amr', 'browser', 'created_at', 'expires_at'])
    .where('organisation_id', '=', organisationId)
    .where('person_id', 'in', personIds)
    .orderBy('created_at')
    .orderBy('session_hash')
    .execute();
  const consents = await auth
    .selectFrom('consent')
    .select(['client_id', 'scope', 'granted_at', 'last_used_at'])
    .where('organisation_id', '=', organisationId)
    .where('person_id', 'in', personIds)
    .orderBy('client_id')
    .execute();
  const tokens = await auth
    .selectFrom('access_token')
    .select(['client_id', 'scope', 'issued_at', 'expires_at', 'revoked_at'])
    .where('organisation_id', '=', organisationId)
    .where('person_id', 'in', personIds)
    .orderBy('issued_at')
    .orderBy('token_hash')
    .execute();
  const lasting = await auth
    .selectFrom('refresh_grant')
    .select(['client_id', 'scope', 'issued_at', 'used_at', 'expires_at', 'revoked_at'])
    .where('organisation_id', '=', organisationId)
    .where('person_id', 'in', personIds)
    .orderBy('issued_at')
    .orderBy('grant_hash')
    .execute();
  const codes = await auth
    .selectFrom('authorization_code')
    .select(['client_id', 'scope', 'redirect_uri', 'issued_at', 'expires_at', 'consumed_at'])
    .where('organisation_id', '=', organisationId)
    .where('person_id', 'in', personIds)
    .orderBy('issued_at')
    .orderBy('code_hash')
    .execute();
  const key = emailKey(email ?? '');
  const emailed = await auth
    .selectFrom('mail_code')
    .select(['purpose', 'email_key', 'new_email', 'attempts', 'created_at', 'expires_at', 'consumed_at'])
    .where('organisation_id', '=', organisationId)
    // People choose who they are after they enter a sign-in code, so a code has an email address but no person.
    .where((is) =>
      is.or([
        is('person_id', 'in', personIds),
        ...(key === '' ? [] : [is.and([is('person_id', 'is', null), is('email_key', '=', key)])]),
      ]),
    )
    .orderBy('created_at')
    .orderBy('code_hash')
    .execute();
  const open = await auth
    .selectFrom('authorize_request')
    .select(['client_id', 'source', 'candidates', 'created_at', 'expires_at'])
    .where('organisation_id', '=', organisationId)
    .where('candidates', 'is not', null)
    .orderBy('created_at')
    .orderBy('request_hash')
    .execute();
  const pending = open.filter((one) => {
    const candidates = parseCandidates(one.candidates);
    // If several people share an address, any of them may be signing in. So a sign-in counts only if all its candidates
    // are this person.
    return candidates.length > 0 && candidates.every((id) => personIds.includes(id));
  });
  const requests = await auth
    .selectFrom('erasure_request')
    .select('requested_at')
    .where('organisation_id', '=', organisationId)
    .where('person_id', 'in', personIds)
    .orderBy('requested_at')
    .execute();
  return {
    accounts,
    passkeys,
    requests,
    sessions,
    consents,
    tokens,
    lasting,
    codes,
    emailed,
    pending,
  };
}
