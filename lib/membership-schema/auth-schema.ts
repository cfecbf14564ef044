import type { MailKind, MailProblem } from '@/lib/membership-api/office-mails';
import type { JournalTable } from '@/lib/membership-schema/members-schema';

/**
 * The tables of auth.db: clients, codes, tokens, accounts, sessions, limits. They are separate from members.db, so that
 * sign-ins never wait for an import. Instants are milliseconds since 1970. Secrets are stored as SHA-256 hashes.
 */
export interface AuthDatabase {
  client: ClientTable;
  authorization_code: AuthorizationCodeTable;
  access_token: AccessTokenTable;
  refresh_grant: RefreshGrantTable;
  session_site: SessionSiteTable;
  logout_notice: LogoutNoticeTable;
  account: AccountTable;
  passkey: PasskeyTable;
  session: SessionTable;
  authorize_request: AuthorizeRequestTable;
  mail_code: MailCodeTable;
  consent: ConsentTable;
  limit_bucket: LimitBucketTable;
  card_key: CardKeyTable;
  card_generation: CardGenerationTable;
  server: ServerTable;
  account_journal: AccountJournalTable;
  merged_account: MergedAccountTable;
  erasure_in_progress: ErasureInProgressTable;
  webhook: WebhookTable;
  webhook_waiting: WebhookWaitingTable;
  erasure_request: ErasureRequestTable;
  signing_key: SigningKeyTable;
  sent_mail: SentMailTable;
  client_use: ClientUseTable;
  missed_search: MissedSearchTable;
}

/**
 * How a person proved who they are, as in the claim `amr`: by password, by a code sent by email, or by the key of a
 * passkey.
 * @see RFC 8176 §2, OpenID Connect EAP ACR Values §4
 */
export type SignInMethod = 'pwd' | 'otp' | 'pop';

/** How often a client was used, or refused for a reason, on one day (UTC). */
export interface ClientUseTable {
  organisation_id: number;
  client_id: string;
  day: string;
  /** `used`, or why it was refused. */
  reason: string;
  count: number;
  last_at: number;
}

/** How often a search for these words, at this place and on this day, found nobody in the directory. */
export interface MissedSearchTable {
  organisation_id: number;
  /** In the association's time zone. */
  day: string;
  words: string;
  /** The label of a place. '': none was named. */
  place: string;
  count: number;
}

export interface ClientTable {
  id: string;
  organisation_id: number;
  name: string;
  /** The hash of the secret. null: the client is public. */
  secret_hash: string | null;
  previous_secret_hash: string | null;
  previous_secret_expires_at: number | null;
  /** Space-separated. */
  scopes: string;
  /** A JSON list of addresses. */
  redirect_uris: string;
  /** A JSON list of addresses. */
  post_logout_uris: string;
  legacy_status: number;
  /** The address that gets logout tokens. null: none. */
  backchannel_logout_uri: string | null;
  /** Whether that address may be in a private network. */
  backchannel_private: number;
  is_first_party: number;
  requires_pkce: number;
  sends_iss: number;
  sees_admin_extras: number;
  allows_http: number;
  /** The algorithm that signs its ID tokens. */
  id_token_algorithm: 'RS256' | 'EdDSA';
  /** The rules about who may sign in, as JSON. null: everybody who belongs to the association. */
  rules: string | null;
  created_at: number;
  revoked_at: number | null;
}

export interface AuthorizationCodeTable {
  code_hash: string;
  client_id: string;
  organisation_id: number;
  person_id: number;
  session_hash: string | null;
  scope: string;
  /** The redirect address. null: it was not sent in the authorize request. */
  redirect_uri: string | null;
  code_challenge: string | null;
  /** When the person signed in. null: an earlier release wrote the row. */
  signed_in_at: number | null;
  /** How the person signed in, from the session. */
  amr: SignInMethod | null;
  /** Returned in the ID token. */
  nonce: string | null;
  issued_at: number;
  expires_at: number;
  consumed_at: number | null;
}

export interface AccessTokenTable {
  token_hash: string;
  client_id: string;
  organisation_id: number;
  /** null: the token came from client credentials. */
  person_id: number | null;
  scope: string;
  code_hash: string | null;
  /** When the person signed in. null: no person signed in, or an earlier release wrote the row. */
  signed_in_at: number | null;
  /** How the person signed in. null: no person signed in, or an earlier release wrote the row. */
  amr: SignInMethod | null;
  issued_at: number;
  expires_at: number;
  revoked_at: number | null;
}

/** A client's lasting access on behalf of a person (`offline_access`). Written by `refresh-tokens.ts`. */
export interface RefreshGrantTable {
  grant_hash: string;
  /** The hash of the second half of the current refresh token. */
  token_hash: string;
  client_id: string;
  organisation_id: number;
  person_id: number;
  scope: string;
  /** The hash of the code with which the access began. The access tokens have the same hash. */
  code_hash: string | null;
  signed_in_at: number | null;
  amr: SignInMethod | null;
  issued_at: number;
  used_at: number;
  expires_at: number;
  revoked_at: number | null;
}

/** A site that a person signed in to through a session, and that wants to be told when the session ends. */
export interface SessionSiteTable {
  session_hash: string;
  client_id: string;
  /**
   * The site's ID for the session: `sid` of its ID token. It does not change when another session continues this one.
   */
  sid: string;
  organisation_id: number;
  person_id: number;
}

/** The end of a session, about which a site has not been told yet. */
export interface LogoutNoticeTable {
  id: string;
  client_id: string;
  sid: string;
  organisation_id: number;
  person_id: number;
  ended_at: number;
  attempts: number;
  /** The next attempt is not made before this time. */
  retry_at: number;
}

export interface AccountTable {
  organisation_id: number;
  person_id: number;
  /** argon2id in its encoded form. null: the person signs in by emailed code only. */
  password_hash: string | null;
  updated_at: number;
  /** When a page asked the person whether they want a passkey. null: no page has asked. */
  passkey_offered_at: number | null;
  /** The newest sign-in. null: none since we began to record this. */
  signed_in_at: number | null;
}

/** A public key of a person. The private key is on the person's device or in their password manager. */
export interface PasskeyTable {
  organisation_id: number;
  /** Hash of `credential_id`, which may have up to 1023 bytes. */
  id: string;
  person_id: number;
  /**
   * This handle tells the device which account a passkey is for. All passkeys that one person adds have the same
   * handle.
   */
  user_handle: string;
  /** The passkey's ID in base64url, as its device knows it. */
  credential_id: string;
  /** The COSE key in base64url. */
  public_key: string;
  /** How often the passkey has signed, according to its device. Most passkeys always report 0. */
  counter: number;
  /** JSON list of the ways to reach the device. */
  transports: string;
  /** The person's name for it. */
  name: string;
  created_at: number;
  last_used_at: number | null;
  /** When the passkey was disabled, because it may have been copied. null: it works. */
  refused_at: number | null;
}

/**
 * The challenge that a passkey must sign next. Two tables store challenges. In both, the first use of a challenge
 * deletes it, so that it is used only once.
 */
interface Challenge {
  challenge_hash: string | null;
  challenge_expires_at: number | null;
}

export interface SessionTable extends Challenge {
  session_hash: string;
  organisation_id: number;
  person_id: number;
  /** How the person signed in. null: an earlier release wrote the row. */
  amr: SignInMethod | null;
  /** The browser in plain words, such as `Firefox on Windows`. '': an earlier release wrote the row. */
  browser: string;
  created_at: number;
  expires_at: number;
}

/** A sign-in in progress: a checked authorize request, or a page of our own that requires sign-in. */
export interface AuthorizeRequestTable extends Challenge {
  request_hash: string;
  organisation_id: number;
  /** The hash of a cookie of the browser that started the sign-in. No other browser may continue it. */
  visit_hash: string;
  /** The network or known device that started the sign-in. '': an earlier release wrote the row. */
  source: string;
  /** The client. null: the sign-in is for a page of our own. */
  client_id: string | null;
  /** The checked parameters as JSON. */
  parameters: string;
  /** While the chooser is open: JSON list of the IDs of the people who matched the password or code. */
  candidates: string | null;
  /** The password or code that they matched. null: no chooser is open. */
  amr: SignInMethod | null;
  created_at: number;
  expires_at: number;
  /**
   * When the sign-in ended and the browser was redirected. The row is kept in case somebody goes back to a page of the
   * sign-in.
   */
  consumed_at: number | null;
}

/** A six-digit code or a link sent by email. */
export interface MailCodeTable {
  /**
   * The hash of a link's token, or of the six digits and the request's handle. The handle is secret and is stored
   * nowhere.
   */
  code_hash: string;
  organisation_id: number;
  email_key: string;
  purpose: 'sign-in' | 'reset' | 'invite' | 'setup';
  person_id: number | null;
  request_hash: string | null;
  attempts: number;
  created_at: number;
  expires_at: number;
  consumed_at: number | null;
}

export interface ConsentTable {
  organisation_id: number;
  person_id: number;
  client_id: string;
  scope: string;
  granted_at: number;
  /** When the client last got a token for the person. null: not since we began to record this. */
  last_used_at: number | null;
}

export interface LimitBucketTable {
  bucket: string;
  tokens: number;
  updated_at: number;
}

export interface CardKeyTable {
  organisation_id: number;
  key_id: string;
  public_key: string;
  /** The private key, encrypted with a key derived from AUTH_SECRET. */
  sealed_key: string;
  created_at: number;
}

/** A membership without a row has generation 0. */
export interface CardGenerationTable {
  organisation_id: number;
  membership_id: string;
  generation: number;
}

/** A server that uses this database, or used it within the last day. */
export interface ServerTable {
  id: string;
  version: string;
  base_url: string;
  /** A keyed hash of its AUTH_SECRET. */
  secret_mark: string;
  /** How far the server's clock is ahead of the database's. A negative number means that it is behind. */
  clock_ahead_ms: number;
  /** Time of its last heartbeat, by the database's clock. */
  seen_at: number;
}

/** Changes to accounts, clients and consents, and sessions that were ended. Written by `account-journal.ts`. */
export interface AccountJournalTable {
  organisation_id: number;
  /** The ID of a change. All rows of the change have it. */
  id: string;
  /** The order of the rows of a change. */
  ordinal: number;
  at: number;
  actor_kind: JournalTable['actor_kind'];
  /** The person's or client's ID, or the command's name. */
  actor: string;
  reason: string | null;
  kind:
    | 'account'
    | 'client'
    | 'consent'
    | 'session'
    | 'erasure_request'
    | 'passkey'
    | 'webhook'
    | 'signing_key'
    | 'export'
    | 'personal_data';
  person_id: number | null;
  client_id: string | null;
  webhook_id: string | null;
  operation:
    | 'merged'
    | 'separated'
    | 'created'
    | 'updated'
    | 'removed'
    | 'revoked'
    | 'given'
    | 'ended'
    | 'password set'
    | 'unlocked'
    | 'secret replaced'
    | 'withdrawn'
    | 'refused'
    | 'made';
  /** The changes by field, as JSON. null: none. */
  changes: string | null;
}

/** The account of a merged person. An undo of the merge needs it. Nobody can sign in with it. */
export interface MergedAccountTable {
  organisation_id: number;
  person_id: number;
  /** The surviving person. */
  into_id: number;
  password_hash: string | null;
  /** null: the person had no account. */
  updated_at: number | null;
  /** JSON of the consents. */
  consents: string;
  /**
   * A JSON list of the IDs of this account's passkeys, which now belong to the surviving person. null: an earlier
   * release wrote the row.
   */
  passkeys: string | null;
}

/** An erasure that has begun and is not complete. After a crash it continues. */
export interface ErasureInProgressTable {
  organisation_id: number;
  person_id: number;
  started_at: number;
  actor_kind: JournalTable['actor_kind'];
  actor: string;
  reason: string | null;
  /** JSON: what happens to the person's companies, and the tombstone if the erasure is repeated in an older backup. */
  request: string;
  /**
   * JSON of the addresses and names that later steps search for. null: these steps are done, and only the files must be
   * rewritten.
   */
  traces: string | null;
}

/**
 * A receiver of events. `lib/webhooks` writes this table. Commands write the settings, and the server that delivers the
 * events writes the rest.
 */
export interface WebhookTable {
  id: string;
  organisation_id: number;
  name: string;
  /** The address without its path and query. */
  shown_url: string;
  /** The address, encrypted with a key derived from AUTH_SECRET, because its query may be secret. */
  sealed_url: string;
  /** Space-separated: `members`, `people`, `structure`. */
  events: string;
  sees_admin_extras: number;
  allows_private: number;
  sealed_secret: string;
  sealed_previous_secret: string | null;
  previous_secret_expires_at: number | null;
  created_at: number;
  /**
   * Every command that changes the webhook raises this number. The server that delivers the events then starts again
   * with the new settings.
   */
  revision: number;
  /** How often the webhook was replayed. The IDs of the webhook's events contain this number. */
  replays: number;
  disabled_at: number | null;
  disabled_reason: string | null;
  /** Every event up to this position of the members' journal was delivered, or is in `webhook_waiting`. */
  position: number;
  /** The number of attempts that failed since the last successful one. */
  failures: number;
  /** The next attempt is not made before this time. */
  retry_at: number;
  last_delivered_at: number | null;
  /** JSON of the last attempts. */
  recent: string;
  /** The server that delivers. Other servers wait until `leased_until`, by the database's clock. */
  leased_by: string | null;
  leased_until: number;
}

/** A record whose event could not be delivered yet, and the record's later changes. */
export interface WebhookWaitingTable {
  webhook_id: string;
  organisation_id: number;
  kind: string;
  record_id: number;
  operation: string;
  position: number;
  at: number;
  /** The changes after that event, as one event. null: there are none. */
  next_operation: string | null;
  next_position: number | null;
  next_at: number | null;
  attempts: number;
  /** When the first attempt failed. null: the event has not been tried since the webhook was enabled. */
  failed_since: number | null;
  retry_at: number;
  /** Why the last attempt failed. */
  problem: string;
}

/** A person's open request to be erased: the office has neither erased the person nor refused. */
export interface ErasureRequestTable {
  organisation_id: number;
  person_id: number;
  requested_at: number;
}

/** A key that signs ID tokens and logout tokens. All organisations share it. */
export interface SigningKeyTable {
  /** The thumbprint of the public key (RFC 7638). */
  id: string;
  algorithm: 'RS256' | 'EdDSA';
  /** JSON. */
  public_jwk: string;
  /** The private key, encrypted with a key derived from AUTH_SECRET. */
  sealed_key: string;
  created_at: number;
  /**
   * When the server begins to sign with the key. The key is published earlier, so that clients know it by this time.
   */
  signs_from: number;
  /** The time until which the key is published. null: the key was not replaced. */
  ends_at: number | null;
}

/** An email and its result, without its text. Written by `lib/mail`. */
export interface SentMailTable {
  organisation_id: number;
  id: string;
  at: number;
  kind: MailKind;
  person_id: number | null;
  membership_id: number | null;
  /** The email address in the form that `emailKey` returns. */
  email: string;
  /** Why the email was not sent. null: it was sent. */
  problem: MailProblem | null;
  smtp_code: number | null;
}
