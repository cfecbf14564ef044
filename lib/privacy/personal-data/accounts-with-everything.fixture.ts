import { emailKey } from '@/lib/store/email-key';
import type { Store } from '@/lib/store/database';

interface Accounts {
  organisationId: number;
  clientId: string;
  now: number;
  people: { self: number; other: number };
  cards: { self: number; other: number };
}

/** All times in the added rows are different, so that a test can tell which time is exported. */
export async function addAccounts(
  { auth }: Store,
  { organisationId, clientId, now, people, cards }: Accounts,
): Promise<void> {
  const { self, other } = people;
  let seconds = 0;
  const time = () => now + 5_000_000 + (seconds += 1) * 1000;
  const of = (personId: number) => ({ organisation_id: organisationId, person_id: personId });
  const insert = auth.insertInto.bind(auth);
  await insert('client')
    .values({
      id: clientId,
      organisation_id: organisationId,
      name: 'Connected Site',
      secret_hash: `secret-hash-${organisationId}`,
      previous_secret_hash: null,
      previous_secret_expires_at: null,
      scopes: 'user',
      redirect_uris: '[]',
      post_logout_uris: '[]',
      post_logout_prefixes: '[]',
      home_url: null,
      is_first_party: 0,
      requires_pkce: 0,
      sends_iss: 0,
      omits_iss: 0,
      sees_admin_extras: 0,
      allows_http: 0,
      legacy_status: 0,
      backchannel_logout_uri: null,
      backchannel_private: 0,
      id_token_algorithm: 'RS256',
      id_token_claims: 0,
      rules: null,
      created_at: 1,
      revoked_at: null,
    })
    .execute();
  for (const [personId, word] of [
    [self, 'self'],
    [other, 'other'],
  ] as const) {
    const secret = (what: string) => `${what}-hash-${word}-${organisationId}`;
    await insert('account')
      .values({
        ...of(personId),
        password_hash: secret('password'),
        updated_at: time(),
        passkey_offered_at: time(),
        signed_in_at: time(),
        proven_email_key: `proven-${word}@example.org`,
        proven_email_at: time(),
      })
      .execute();
    await insert('passkey')
      .values({
        ...of(personId),
        id: secret('passkey'),
        user_handle: secret('handle'),
        credential_id: secret('credential'),
        public_key: secret('key'),
        counter: personId === self ? 8128 : 496,
        transports: JSON.stringify([`transport-${word}`]),
        name: `passkey-name-${word}`,
        created_at: time(),
        last_used_at: time(),
        refused_at: time(),
      })
      .execute();
    await insert('erasure_request')
      .values({ ...of(personId), requested_at: time() })
      .execute();
    await insert('session')
      .values({
        session_hash: secret('session'),
        ...of(personId),
        amr: 'otp',
        browser: `browser-${word}`,
        created_at: time(),
        expires_at: time(),
      })
      .execute();
    await insert('consent')
      .values({
        ...of(personId),
        client_id: clientId,
        scope: `scope-${word}`,
        granted_at: time(),
        last_used_at: time(),
      })
      .execute();
    await insert('access_token')
      .values({
        token_hash: secret('token'),
        client_id: clientId,
        ...of(personId),
        scope: `token-scope-${word}`,
        code_hash: secret('code'),
        issued_at: time(),
        expires_at: time(),
        revoked_at: time(),
      })
      .execute();
    const site = { client_id: clientId, sid: secret('sid'), ...of(personId) };
    await insert('session_site')
      .values({ session_hash: secret('session'), ...site })
      .execute();
    await insert('logout_notice')
      .values({ id: secret('notice'), ...site, ended_at: time(), attempts: 0, retry_at: time() })
      .execute();
    await insert('refresh_grant')
      .values({
        grant_hash: secret('grant'),
        token_hash: secret('refresh'),
        client_id: clientId,
        ...of(personId),
        scope: `refresh-scope-${word}`,
        code_hash: secret('code'),
        issued_at: time(),
        used_at: time(),
        expires_at: time(),
        revoked_at: time(),
      })
      .execute();
    await insert('authorization_code')
      .values({
        code_hash: secret('code'),
        client_id: clientId,
        ...of(personId),
        session_hash: secret('session'),
        scope: `code-scope-${word}`,
        redirect_uri: `https://site.example/${word}`,
        code_challenge: secret('challenge'),
        issued_at: time(),
        expires_at: time(),
        consumed_at: time(),
      })
      .execute();
    await insert('mail_code')
      .values({
        code_hash: secret('mail'),
        organisation_id: organisationId,
        email_key: emailKey(`email-${word}@members.example`),
        new_email: `new-email-${word}@members.example`,
        purpose: 'sign-in',
        person_id: null,
        request_hash: secret('request'),
        attempts: 3141,
        created_at: time(),
        expires_at: time(),
        consumed_at: time(),
      })
      .execute();
    await insert('sent_mail')
      .values({
        ...of(personId),
        id: secret('mail-id'),
        at: time(),
        kind: 'sign-in code',
        membership_id: cards[word],
        email: emailKey(`sent-${word}@members.example`),
        problem: 'refused',
        smtp_code: 511,
      })
      .execute();
    await insert('authorize_request')
      .values({
        request_hash: secret('request'),
        organisation_id: organisationId,
        visit_hash: secret('visit'),
        source: `source-${word}`,
        client_id: clientId,
        parameters: JSON.stringify({ state: secret('state') }),
        candidates: JSON.stringify([personId]),
        created_at: time(),
        expires_at: time(),
        consumed_at: null,
      })
      .execute();
    await insert('card_generation')
      .values({
        organisation_id: organisationId,
        membership_id: String(personId === self ? cards.self : cards.other),
        generation: personId === self ? 2718 : 1618,
        code: `CARD${personId}`,
      })
      .execute();
    await insert('account_journal')
      .values({
        organisation_id: organisationId,
        id: secret('row'),
        ordinal: 0,
        at: time(),
        actor_kind: 'command',
        actor: `account-command-${word}`,
        reason: `account-reason-${word}`,
        kind: 'consent',
        person_id: personId,
        client_id: clientId,
        operation: 'given',
        changes: JSON.stringify({ Scope: ['', `journal-scope-${word}`] }),
      })
      .execute();
  }
}
