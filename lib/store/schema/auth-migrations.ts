import type { Migration } from '@/lib/store/sql/migrate';

export const authMigrations: readonly Migration[] = [
  {
    name: '1 clients, codes, tokens, accounts, sessions, limits',
    statements: [
      `create table client (
        id text primary key not null, organisation_id bigint not null, name text not null, secret_hash text,
        previous_secret_hash text, previous_secret_expires_at bigint, scopes text not null,
        redirect_uris text not null, is_first_party bigint not null, requires_pkce bigint not null,
        sends_iss bigint not null, sees_admin_extras bigint not null, allows_http bigint not null,
        created_at bigint not null, revoked_at bigint)`,
      `create table authorization_code (
        code_hash text primary key not null, client_id text not null, organisation_id bigint not null,
        person_id bigint not null, session_hash text, scope text not null, redirect_uri text, code_challenge text,
        issued_at bigint not null, expires_at bigint not null, consumed_at bigint)`,
      `create table access_token (
        token_hash text primary key not null, client_id text not null, organisation_id bigint not null,
        person_id bigint, scope text not null, code_hash text, issued_at bigint not null,
        expires_at bigint not null, revoked_at bigint)`,
      `create index access_token_code on access_token (code_hash)`,
      `create index access_token_client on access_token (client_id)`,
      `create index access_token_expiry on access_token (expires_at)`,
      `create table account (
        organisation_id bigint not null, person_id bigint not null, password_hash text, updated_at bigint not null,
        primary key (organisation_id, person_id))`,
      `create table session (
        session_hash text primary key not null, organisation_id bigint not null, person_id bigint not null,
        created_at bigint not null, expires_at bigint not null)`,
      `create table authorize_request (
        request_hash text primary key not null, organisation_id bigint not null, visit_hash text not null,
        client_id text, parameters text not null, candidates text, created_at bigint not null,
        expires_at bigint not null)`,
      `create index authorize_request_visit on authorize_request (visit_hash)`,
      `create table mail_code (
        code_hash text primary key not null, organisation_id bigint not null, email_key text not null,
        purpose text not null, person_id bigint, request_hash text, attempts bigint not null,
        created_at bigint not null, expires_at bigint not null, consumed_at bigint)`,
      `create index mail_code_request on mail_code (request_hash)`,
      `create table consent (
        organisation_id bigint not null, person_id bigint not null, client_id text not null, scope text not null,
        granted_at bigint not null, primary key (organisation_id, person_id, client_id))`,
      `create table limit_bucket (
        bucket text primary key not null, tokens double precision not null, updated_at bigint not null)`,
    ],
  },
  {
    name: '2 keys and revocations of membership cards',
    statements: [
      `create table card_key (
        organisation_id bigint not null, key_id text not null, public_key text not null, sealed_key text not null,
        created_at bigint not null, primary key (organisation_id, key_id))`,
      `create table card_generation (
        organisation_id bigint not null, membership_id text not null, generation bigint not null,
        primary key (organisation_id, membership_id))`,
    ],
  },
  {
    name: '3 servers',
    statements: [
      `create table server (
        id text primary key not null, version text not null, base_url text not null, secret_mark text not null,
        clock_ahead_ms bigint not null, seen_at bigint not null)`,
    ],
  },
  {
    name: '4 the source of a sign-in',
    statements: [`alter table authorize_request add column source text not null default ''`],
  },
  {
    name: '5 journal of accounts',
    statements: [
      `create table account_journal (
        organisation_id bigint not null, id text not null, ordinal bigint not null, at bigint not null,
        actor_kind text not null, actor text not null, reason text, kind text not null, person_id bigint,
        client_id text, operation text not null, changes text,
        primary key (id, ordinal))`,
      `create index account_journal_at on account_journal (organisation_id, at, id, ordinal)`,
      `create index account_journal_person on account_journal (organisation_id, person_id, at)
        where person_id is not null`,
    ],
  },
  {
    name: '6 accounts of merged persons',
    statements: [
      `create table merged_account (
        organisation_id bigint not null, person_id bigint not null, into_id bigint not null, password_hash text,
        updated_at bigint, consents text not null,
        primary key (organisation_id, person_id))`,
    ],
  },
  {
    name: '7 erasures in progress',
    statements: [
      `create table erasure_in_progress (
        organisation_id bigint not null, person_id bigint not null, started_at bigint not null,
        actor_kind text not null, actor text not null, reason text, request text not null, traces text,
        primary key (organisation_id, person_id))`,
    ],
  },
  {
    name: '8 webhooks',
    statements: [
      `create table webhook (
        id text primary key not null, organisation_id bigint not null, name text not null, shown_url text not null,
        sealed_url text not null, events text not null, sees_admin_extras bigint not null,
        allows_private bigint not null, sealed_secret text not null, sealed_previous_secret text,
        previous_secret_expires_at bigint, created_at bigint not null, revision bigint not null,
        replays bigint not null, disabled_at bigint, disabled_reason text, position bigint not null,
        failures bigint not null, retry_at bigint not null, last_delivered_at bigint, recent text not null,
        leased_by text, leased_until bigint not null)`,
      `create table webhook_waiting (
        webhook_id text not null, organisation_id bigint not null, kind text not null, record_id bigint not null,
        operation text not null, position bigint not null, at bigint not null, next_operation text,
        next_position bigint, next_at bigint, attempts bigint not null, failed_since bigint, retry_at bigint not null,
        problem text not null,
        primary key (webhook_id, kind, record_id))`,
      `alter table account_journal add column webhook_id text`,
    ],
  },
  {
    name: '9 finished sign-ins',
    statements: [`alter table authorize_request add column consumed_at bigint`],
  },
  {
    name: '10 requests for erasure',
    statements: [
      `create table erasure_request (
        organisation_id bigint not null, person_id bigint not null, requested_at bigint not null,
        primary key (organisation_id, person_id))`,
    ],
  },
  {
    name: '11 when the person of a code or token signed in',
    statements: [
      `alter table authorization_code add column signed_in_at bigint`,
      `alter table access_token add column signed_in_at bigint`,
    ],
  },
  {
    name: '12 what belongs to a person',
    statements: [
      `create index session_person on session (organisation_id, person_id)`,
      `create index access_token_person on access_token (organisation_id, person_id)`,
      // The index has its columns in the order in which rows are read. Otherwise, SQLite would prefer
      // `account_journal_at`, which has the same order but contains all rows.
      `drop index account_journal_person`,
      `create index account_journal_person on account_journal (organisation_id, person_id, at, id, ordinal)
        where person_id is not null`,
      `create index account_journal_author on account_journal (organisation_id, actor, at, id, ordinal)
        where actor_kind = 'person'`,
    ],
  },
  {
    name: '13 keys that sign ID tokens',
    statements: [
      `create table signing_key (
        id text primary key not null, algorithm text not null, public_jwk text not null, sealed_key text not null,
        created_at bigint not null, signs_from bigint not null, ends_at bigint)`,
    ],
  },
  {
    name: '14 OpenID Connect',
    statements: [
      `alter table client add column id_token_algorithm text not null default 'RS256'`,
      `alter table session add column amr text`,
      `alter table authorize_request add column amr text`,
      `alter table authorization_code add column amr text`,
      `alter table authorization_code add column nonce text`,
      `alter table access_token add column amr text`,
    ],
  },
  {
    name: '15 the browser of a session, and the last use of a consent',
    statements: [
      `alter table session add column browser text not null default ''`,
      `alter table consent add column last_used_at bigint`,
    ],
  },
  {
    name: '16 refresh tokens',
    statements: [
      `create table refresh_grant (
        grant_hash text primary key not null, token_hash text not null, client_id text not null,
        organisation_id bigint not null, person_id bigint not null, scope text not null, code_hash text,
        signed_in_at bigint, amr text, issued_at bigint not null, used_at bigint not null, expires_at bigint not null,
        revoked_at bigint)`,
      `create index refresh_grant_person on refresh_grant (organisation_id, person_id)`,
      `create index refresh_grant_code on refresh_grant (code_hash)`,
    ],
  },
  {
    name: '17 where clients continue after sign-out',
    statements: [`alter table client add column post_logout_uris text not null default '[]'`],
  },
  {
    name: '18 clients that cannot judge a membership',
    statements: [`alter table client add column legacy_status bigint not null default 0`],
  },
  {
    name: '19 rules of clients',
    statements: [`alter table client add column rules text`],
  },
  {
    name: '20 back-channel logout',
    statements: [
      `alter table client add column backchannel_logout_uri text`,
      `alter table client add column backchannel_private bigint not null default 0`,
      `create table session_site (
        session_hash text not null, client_id text not null, sid text not null, organisation_id bigint not null,
        person_id bigint not null, primary key (session_hash, client_id, sid))`,
      `create index session_site_person on session_site (organisation_id, person_id)`,
      `create table logout_notice (
        id text primary key not null, client_id text not null, sid text not null, organisation_id bigint not null,
        person_id bigint not null, ended_at bigint not null, attempts bigint not null, retry_at bigint not null)`,
      `create index logout_notice_retry on logout_notice (retry_at)`,
    ],
  },
  {
    name: '21 clients in a browser',
    statements: [
      `create index client_in_browser on client (organisation_id, id) where secret_hash is null and revoked_at is null`,
    ],
  },
  {
    name: '24 sent mails',
    statements: [
      `create table sent_mail (
        organisation_id bigint not null, id text not null, at bigint not null, kind text not null, person_id bigint,
        membership_id bigint, email text not null, problem text, smtp_code bigint,
        primary key (organisation_id, id))`,
      `create index sent_mail_at on sent_mail (organisation_id, at, id)`,
      `create index sent_mail_failed on sent_mail (organisation_id, at, id) where problem is not null`,
      `create index sent_mail_person on sent_mail (organisation_id, person_id)`,
      `create index sent_mail_email on sent_mail (organisation_id, email)`,
    ],
  },
  {
    name: '25 uses and refusals of clients',
    statements: [
      `create table client_use (
        organisation_id bigint not null, client_id text not null, day text not null, reason text not null,
        count bigint not null, last_at bigint not null, primary key (client_id, day, reason))`,
      `create index client_use_of on client_use (organisation_id, client_id)`,
    ],
  },
  {
    name: '22 passkeys',
    statements: [
      `create table passkey (
        organisation_id bigint not null, id text not null, person_id bigint not null, user_handle text not null,
        credential_id text not null, public_key text not null, counter bigint not null, transports text not null,
        name text not null, created_at bigint not null, last_used_at bigint, refused_at bigint,
        primary key (organisation_id, id))`,
      `create index passkey_person on passkey (organisation_id, person_id)`,
      `alter table session add column challenge_hash text`,
      `alter table session add column challenge_expires_at bigint`,
      `alter table authorize_request add column challenge_hash text`,
      `alter table authorize_request add column challenge_expires_at bigint`,
      `alter table account add column passkey_offered_at bigint`,
      `alter table merged_account add column passkeys text`,
    ],
  },
  {
    name: '33 the newest sign-in of a person',
    statements: [
      `alter table account add column signed_in_at bigint`,
      // SQLite reads "on conflict" as part of a join, unless a "where" comes before it.
      `insert into account (organisation_id, person_id, updated_at, signed_in_at)
        select organisation_id, person_id, max(created_at), max(created_at) from session where true
        group by organisation_id, person_id
        on conflict (organisation_id, person_id) do update set signed_in_at = excluded.signed_in_at`,
    ],
  },
  {
    name: '38 searches that found nobody',
    statements: [
      {
        sqlite: `create table missed_search (
          organisation_id bigint not null, day text not null, words text not null, place text not null,
          count bigint not null, primary key (organisation_id, day, words, place)) without rowid`,
        postgres: `create table missed_search (
          organisation_id bigint not null, day text not null, words text collate "C" not null,
          place text collate "C" not null, count bigint not null,
          primary key (organisation_id, day, words, place))`,
      },
      `create index missed_search_day on missed_search (day)`,
    ],
  },
  {
    name: '38 proven email addresses',
    statements: [
      `alter table account add column proven_email_key text`,
      `alter table account add column proven_email_at bigint`,
      `alter table access_token drop column amr`,
    ],
  },
  {
    name: '39 the mark of the installation',
    statements: [
      `create table auth_installation (
        singleton bigint primary key not null, id text not null, secret_mark text)`,
    ],
  },
  {
    // An undo of a merge no longer brings back the sign-ins of the merged person.
    name: '40 no accounts of merged persons',
    statements: [`drop table merged_account`],
  },
  {
    name: '41 what the software of a client needs',
    statements: [
      `alter table client add column id_token_claims bigint not null default 0`,
      `alter table client add column omits_iss bigint not null default 0`,
      `alter table client add column home_url text`,
      `alter table client add column post_logout_prefixes text not null default '[]'`,
    ],
  },
  {
    name: '42 the latest refused requests of clients',
    statements: [
      `create table client_refusal (
        organisation_id bigint not null, client_id text not null, reason text not null, at bigint not null,
        sent text not null, count bigint not null, primary key (client_id, reason, at, sent))`,
      `create index client_refusal_of on client_refusal (organisation_id, at)`,
      `create index client_refusal_at on client_refusal (at)`,
    ],
  },
  {
    name: '43 a new email address that waits for its confirmation',
    statements: [`alter table mail_code add column new_email text`],
  },
  {
    name: '44 short codes of membership cards',
    statements: [
      `alter table card_generation add column code text`,
      `create unique index card_generation_code on card_generation (organisation_id, code)`,
    ],
  },
];
