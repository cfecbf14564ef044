import type { MailKind, MailProblem } from '@/lib/contract/office-mails';
import type { JournalTable } from '@/lib/store/schema/members-schema';

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
  erasure_in_progress: ErasureInProgressTable;
  webhook: WebhookTable;
  webhook_waiting: WebhookWaitingTable;
  erasure_request: ErasureRequestTable;
  signing_key: SigningKeyTable;
  sent_mail: SentMailTable;
  client_use: ClientUseTable;
  client_refusal: ClientRefusalTable;
  missed_search: MissedSearchTable;
  auth_installation: InstallationMarkTable;
}

/**
 * As in the claim `amr`: by password, by emailed code, or by the key of a passkey.
 * @see RFC 8176 §2, OpenID Connect EAP ACR Values §4
 */
export type SignInMethod = 'pwd' | 'otp' | 'pop';

/** How often a client was used, or refused for a reason, on one day (UTC). */
export interface ClientUseTable {
  organisation_id: number;
  client_id: string;
  day: string;
  /** `used`, or why the client was refused. */
  reason: string;
  count: number;
  last_at: number;
}

/** The latest refused requests of each client and reason. */
export interface ClientRefusalTable {
  organisation_id: number;
  client_id: string;
  reason: string;
  at: number;
  /** What was wrong in the request. Never a secret, a code or a token. */
  sent: string;
  count: number;
}

/** How often a search for these words, at this place and on this day, found nobody in the directory. */
export interface MissedSearchTable {
  organisation_id: number;
  /** The date in the association's time zone. */
  day: string;
  words: string;
  /** '': the search named no place. */
  place: string;
  count: number;
}

/** At most one row. `lib/store/installation/marks.ts` compares it with the row in members.db. */
export interface InstallationMarkTable {
  /** Always 1. */
  singleton: number;
  id: string;
  /** A keyed hash of AUTH_SECRET. null: no server has started yet. */
  secret_mark: string | null;
}

export interface ClientTable {
  id: string;
  organisation_id: number;
  name: string;
  /** null: the client is public. */
  secret_hash: string | null;
  previous_secret_hash: string | null;
  previous_secret_expires_at: number | null;
  /** Separated by spaces. */
  scopes: string;
  /** A JSON list. */
  redirect_uris: string;
  /** A JSON list. */
  post_logout_uris: string;
  /** A JSON list. Every address below one of these may follow a sign-out. */
  post_logout_prefixes: string;
  /** Where pages about an ended or refused sign-in lead. null: the client has no such address. */
  home_url: string | null;
  legacy_status: number;
  /** The address that gets logout tokens. null: the client has no such address. */
  backchannel_logout_uri: string | null;
  /** 1: the logout address may be in a private network. */
  backchannel_private: number;
  is_first_party: number;
  requires_pkce: number;
  sends_iss: number;
  sees_admin_extras: number;
  allows_http: number;
  /** The algorithm that signs the client's ID tokens. */
  id_token_algorithm: 'RS256' | 'EdDSA';
  /** 1: the ID token has the claims about the name and the email address. */
  id_token_claims: number;
  /** 1: no response has our issuer. */
  omits_iss: number;
  /** Who may sign in, as JSON. null: everybody who belongs to the association. */
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
  /** null: the authorize request had no redirect address. */
  redirect_uri: string | null;
  code_challenge: string | null;
  /** null: an earlier release wrote the row. */
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
  /** null: no person signed in, or an earlier release wrote the row. */
  signed_in_at: number | null;
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
  /**
   * The hash of the authorization code that started this access. The rows of the access tokens have the same
   * `code_hash`.
   */
  code_hash: string | null;
  signed_in_at: number | null;
  amr: SignInMethod | null;
  issued_at: number;
  used_at: number;
  expires_at: number;
  revoked_at: number | null;
}

/** A session through which a person signed in to a site. The site wants to be told when the session ends. */
export interface SessionSiteTable {
  session_hash: string;
  client_id: string;
  /**
   * The site's ID for the session: `sid` of the site's ID token. If another session continues this session, `sid` stays
   * the same.
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
  /** No attempt is made before this time. */
  retry_at: number;
}

export interface AccountTable {
  organisation_id: number;
  person_id: number;
  /** argon2id in its encoded form. null: the account has no password. */
  password_hash: string | null;
  updated_at: number;
  /** When a page asked the person whether they want a passkey. null: no page has asked. */
  passkey_offered_at: number | null;
  /** When the person last signed in. null: the person has not signed in since we began to record sign-ins. */
  signed_in_at: number | null;
  /** The address to which a code or link was sent that the person used, as `emailKey` returns it. null: none. */
  proven_email_key: string | null;
  proven_email_at: number | null;
}

/** A passkey with its public key. The private key is on the person's device or in their password manager. */
export interface PasskeyTable {
  organisation_id: number;
  /** A hash of `credential_id`, which may have up to 1023 bytes. */
  id: string;
  person_id: number;
  /** Tells the device which account a passkey is for. All passkeys that one person adds have the same handle. */
  user_handle: string;
  /** The passkey's ID in base64url, as its device knows it. */
  credential_id: string;
  public_key: string;
  /** How often the passkey has signed, according to its device. Most passkeys always report 0. */
  counter: number;
  /** How the device can be reached: a JSON list. */
  transports: string;
  name: string;
  created_at: number;
  last_used_at: number | null;
  /** When the passkey was disabled, because it may have been copied. null: the passkey works. */
  refused_at: number | null;
}

/**
 * What a passkey must sign next. Two tables store challenges. The first use of a challenge deletes it, so that it is
 * used only once.
 */
interface Challenge {
  challenge_hash: string | null;
  challenge_expires_at: number | null;
}

export interface SessionTable extends Challenge {
  session_hash: string;
  organisation_id: number;
  person_id: number;
  /** null: an earlier release wrote the row. */
  amr: SignInMethod | null;
  /** The browser and its system, such as `Firefox on Windows`. '': an earlier release wrote the row. */
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
  /** null: the sign-in is for a page of our own. */
  client_id: string | null;
  /** JSON of the checked parameters. */
  parameters: string;
  /** While the chooser is open: a JSON list of the people who matched the password or code. */
  candidates: string | null;
  /** Whether the candidates matched a password or a code. null: no chooser is open. */
  amr: SignInMethod | null;
  created_at: number;
  expires_at: number;
  /** When the sign-in ended. The row stays in case somebody goes back to a page of the sign-in. */
  consumed_at: number | null;
}

/** A six-digit code or a link sent by email. */
export interface MailCodeTable {
  /**
   * The hash of a link's token, or of the six digits and the request's handle. The handle is secret and stored nowhere.
   */
  code_hash: string;
  organisation_id: number;
  email_key: string;
  purpose: 'sign-in' | 'reset' | 'invite' | 'setup' | 'email';
  /** The purpose `email`: the address to which the link was sent, and that the person wants. Otherwise null. */
  new_email: string | null;
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
  /**
   * When the client last got a token for the person. null: the client has got no token since we began to record this
   * time.
   */
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
  /** The code of the current generation. null: no card has been shown since the last revocation. */
  code: string | null;
}

/** A server that used this database within the last day. */
export interface ServerTable {
  id: string;
  version: string;
  base_url: string;
  secret_mark: string;
  /** The server's clock minus the database's. */
  clock_ahead_ms: number;
  /** The last heartbeat, by the database's clock. */
  seen_at: number;
}

/**
 * The journal of changes to accounts, clients, consents and the other kinds in `kind`. It also records sessions that
 * were ended. `account-journal.ts` writes the rows.
 */
export interface AccountJournalTable {
  organisation_id: number;
  /** All rows of a change have the same ID. */
  id: string;
  /** The position of the row among the rows of its change. */
  ordinal: number;
  at: number;
  actor_kind: JournalTable['actor_kind'];
  /** The ID of the person or client, or the name of the command. */
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
    | 'members_directory'
    | 'personal_data';
  person_id: number | null;
  client_id: string | null;
  webhook_id: string | null;
  operation:
    | 'limited'
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

/** An erasure that has begun and is not complete. After a crash it continues. */
export interface ErasureInProgressTable {
  organisation_id: number;
  person_id: number;
  started_at: number;
  actor_kind: JournalTable['actor_kind'];
  actor: string;
  reason: string | null;
  /**
   * JSON that says what happens to companies that have this person as their contact. After a backup was restored, an
   * erasure is done again. The JSON then also contains the tombstone of the first erasure.
   */
  request: string;
  /**
   * JSON of the addresses and names that later steps search for. null: those steps are done, and only the database
   * files must be rewritten.
   */
  traces: string | null;
}

/**
 * A receiver of events. Commands write the settings. The server that delivers the events writes the webhook's state
 * (`lib/notify/webhooks`). The regular clean-up of auth.db deletes expired secrets.
 */
export interface WebhookTable {
  id: string;
  organisation_id: number;
  name: string;
  /** The address without its path and query. */
  shown_url: string;
  /** Encrypted with a key derived from AUTH_SECRET, because the query may be secret. */
  sealed_url: string;
  /** One or more of `members`, `people` and `structure`, separated by spaces. */
  events: string;
  sees_admin_extras: number;
  allows_private: number;
  sealed_secret: string;
  sealed_previous_secret: string | null;
  previous_secret_expires_at: number | null;
  created_at: number;
  /**
   * Every command that changes the webhook raises this number. The server that delivers then starts again with the new
   * settings.
   */
  revision: number;
  /** How often the webhook was replayed. The IDs of its events contain this number. */
  replays: number;
  disabled_at: number | null;
  disabled_reason: string | null;
  /** Every event up to this position of the members' journal was delivered, or is in `webhook_waiting`. */
  position: number;
  /** Failed attempts since the last successful one. */
  failures: number;
  /** No attempt is made before this time. */
  retry_at: number;
  last_delivered_at: number | null;
  /** JSON of the last attempts. */
  recent: string;
  /** The server that delivers. Others wait until `leased_until`, by the database's clock. */
  leased_by: string | null;
  leased_until: number;
}

/** A record whose event could not be delivered yet, and the later changes to the record. */
export interface WebhookWaitingTable {
  webhook_id: string;
  organisation_id: number;
  kind: string;
  record_id: number;
  operation: string;
  position: number;
  at: number;
  /** The later changes as one event. null: there are none. */
  next_operation: string | null;
  next_position: number | null;
  next_at: number | null;
  attempts: number;
  /** When the first attempt failed. null: no attempt has failed since the webhook was enabled. */
  failed_since: number | null;
  retry_at: number;
  problem: string;
}

/** A person's open request to be erased: the office has neither erased the person nor refused. */
export interface ErasureRequestTable {
  organisation_id: number;
  person_id: number;
  requested_at: number;
}

/** Signs ID tokens and logout tokens of all organisations. */
export interface SigningKeyTable {
  /** The thumbprint of the public key (RFC 7638). */
  id: string;
  algorithm: 'RS256' | 'EdDSA';
  /** JSON. */
  public_jwk: string;
  /** The private key, encrypted with a key derived from AUTH_SECRET. */
  sealed_key: string;
  created_at: number;
  /** When the key begins to sign. It is published earlier, so that clients know it by then. */
  signs_from: number;
  /** The key is published until this time. null: the key was not replaced. */
  ends_at: number | null;
}

/** An email without its text. Written by `lib/mail`. */
export interface SentMailTable {
  organisation_id: number;
  id: string;
  at: number;
  kind: MailKind;
  person_id: number | null;
  membership_id: number | null;
  /** The address in the form that `emailKey` returns. */
  email: string;
  /** null: the email was sent. */
  problem: MailProblem | null;
  smtp_code: number | null;
}
