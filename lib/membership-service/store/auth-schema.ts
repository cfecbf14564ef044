/**
 * The tables of auth.db: clients, codes, tokens, accounts, sessions, limits. Apart from members.db, so that
 * signing in never waits for an import. Instants are milliseconds since 1970; secrets are kept as SHA-256 hashes.
 */
export interface AuthDatabase {
  client: ClientTable;
  authorization_code: AuthorizationCodeTable;
  access_token: AccessTokenTable;
  account: AccountTable;
  session: SessionTable;
  authorize_request: AuthorizeRequestTable;
  mail_code: MailCodeTable;
  consent: ConsentTable;
  limit_bucket: LimitBucketTable;
}

export interface ClientTable {
  id: string;
  organisation_id: number;
  name: string;
  /** null: a public client. */
  secret_hash: string | null;
  previous_secret_hash: string | null;
  previous_secret_expires_at: number | null;
  /** Space-separated. */
  scopes: string;
  /** JSON list of exact strings. */
  redirect_uris: string;
  is_first_party: number;
  requires_pkce: number;
  sends_iss: number;
  sees_admin_extras: number;
  allows_http: number;
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
  /** null: it was not sent to authorize. */
  redirect_uri: string | null;
  code_challenge: string | null;
  issued_at: number;
  expires_at: number;
  consumed_at: number | null;
}

export interface AccessTokenTable {
  token_hash: string;
  client_id: string;
  organisation_id: number;
  /** null: from client credentials. */
  person_id: number | null;
  scope: string;
  code_hash: string | null;
  issued_at: number;
  expires_at: number;
  revoked_at: number | null;
}

export interface AccountTable {
  organisation_id: number;
  person_id: number;
  /** argon2id in its encoded form; null: signs in by mailed code only. */
  password_hash: string | null;
  updated_at: number;
}

export interface SessionTable {
  session_hash: string;
  organisation_id: number;
  person_id: number;
  created_at: number;
  expires_at: number;
}

/** A sign-in under way: a checked authorize request, or a page of our own that wants a member. */
export interface AuthorizeRequestTable {
  request_hash: string;
  organisation_id: number;
  /** Hash of the cookie of the browser that started it; no other may go on with it. */
  visit_hash: string;
  /** null: a page of our own. */
  client_id: string | null;
  /** JSON of the checked parameters. */
  parameters: string;
  /** JSON list of person IDs whose password or code was right, while the chooser is open. */
  candidates: string | null;
  created_at: number;
  expires_at: number;
}

/** A six-digit code or a link sent by mail. */
export interface MailCodeTable {
  /** Of a link: of its token. Of six digits: of them and the secret handle of the request, which is stored nowhere. */
  code_hash: string;
  organisation_id: number;
  email_key: string;
  purpose: 'sign-in' | 'reset' | 'invite';
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
}

export interface LimitBucketTable {
  bucket: string;
  tokens: number;
  updated_at: number;
}
