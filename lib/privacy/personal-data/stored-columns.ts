/**
 * There is a decision for every column of both databases: a person's export contains the column, or the decision says
 * why not. Those about kinds of records are in `record-kinds.ts`, and all others are here. A new column without a
 * decision does not compile, and a test compares the decisions with the tables.
 */
import type { AuthDatabase } from '@/lib/store/schema/auth-schema';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { kindTables, type OtherTable } from '@/lib/store/record-kinds';
import {
  exported,
  named,
  no,
  ofAssociation,
  onlyOrder,
  type ColumnDecisions,
} from '@/lib/store/stored-table';

/** A decision for each table, or for each of its columns. */
type Decisions<Database> = { readonly [Table in keyof Database]: ColumnDecisions<Database[Table]> };

const hashed = no('It only identifies a secret, and says nothing about the person.');
const signIn = no('It repeats when the session began, which the export has.');
const signedInBy = no('It repeats how the session began, which the export has.');

const otherColumns: Decisions<Pick<MembersDatabase, OtherTable>> = {
  installation: ofAssociation,
  last_id: ofAssociation,
  journal: {
    position: exported,
    at: exported,
    actor_kind: exported,
    actor: exported,
    run_id: exported,
    reason: exported,
    kind: exported,
    record_id: exported,
    operation: exported,
    changes: exported,
  },
  journal_state: ofAssociation,
  import_run: {
    id: exported,
    at: exported,
    actor_kind: no('Each change in the history names its author.'),
    actor: no('Each change in the history names its author.'),
    source: exported,
    file_hash: exported,
    mapping: no('It describes the columns of the file.'),
    counts: no('It counts all rows of the file.'),
    is_merge: exported,
    is_bulk: exported,
  },
  external_id: {
    kind: no('The export has it at the person or at the membership.'),
    source: exported,
    external_id: exported,
    id: exported,
  },
  changed_email: no('It is work that waits for a few minutes after a change, which the history has.'),
  account_move: no(
    'It is work that is done right after a merge or a change of an address or a role, which the history has.',
  ),
  archive_import: ofAssociation,
  bulk_change: no('It is deleted after a day. The history has the changes.'),
  bulk_problem: no('It is deleted after a day, and says why somebody else could not change a membership.'),
  idempotency_key: no("It is the result of a client's request, and is deleted after 24 hours."),
  erasure: no('It says that somebody was erased, and has no data about them.'),
};

/** Tables of kinds of records, and all others. */
export const membersColumns: Readonly<Record<string, ColumnDecisions<unknown>>> = {
  ...Object.fromEntries(Object.entries(kindTables).map(([table, { personalData }]) => [table, personalData])),
  ...otherColumns,
};

const challenge = no('It is random, and a passkey signs it within 10 minutes.');
const passkeyId = no('Its device made it to recognise the passkey, and it says nothing about the person.');

export const authColumns: Decisions<AuthDatabase> = {
  client: named,
  authorization_code: {
    code_hash: hashed,
    client_id: exported,
    session_hash: hashed,
    scope: exported,
    redirect_uri: exported,
    code_challenge: hashed,
    signed_in_at: signIn,
    amr: signedInBy,
    nonce: no('The connected site chose it, at random.'),
    issued_at: exported,
    expires_at: exported,
    consumed_at: exported,
  },
  access_token: {
    token_hash: hashed,
    client_id: exported,
    scope: exported,
    code_hash: hashed,
    signed_in_at: signIn,
    issued_at: exported,
    expires_at: exported,
    revoked_at: exported,
  },
  session_site: {
    session_hash: hashed,
    client_id: no('The account pages list the sites that the person allowed.'),
    sid: no('It is made from a hash, and says nothing without the session.'),
  },
  logout_notice: {
    id: no('It is random.'),
    client_id: no('The site learns that a session has ended. The row is deleted then, or after an hour.'),
    sid: no('It is made from a hash, and says nothing without the session.'),
    ended_at: no('The history says when a session ended.'),
    attempts: no('It counts attempts to reach the site.'),
    retry_at: no('It is the time of the next attempt.'),
  },
  refresh_grant: {
    grant_hash: hashed,
    token_hash: hashed,
    client_id: exported,
    scope: exported,
    code_hash: hashed,
    signed_in_at: signIn,
    amr: signedInBy,
    issued_at: exported,
    used_at: exported,
    expires_at: exported,
    revoked_at: exported,
  },
  account: {
    password_hash: no(
      'Anyone who has it can use it to guess passwords. The export says whether there is one.',
    ),
    updated_at: exported,
    passkey_offered_at: exported,
    signed_in_at: exported,
    proven_email_key: exported,
    proven_email_at: exported,
  },
  passkey: {
    id: hashed,
    user_handle: passkeyId,
    credential_id: passkeyId,
    public_key: passkeyId,
    counter: exported,
    transports: exported,
    name: exported,
    created_at: exported,
    last_used_at: exported,
    refused_at: exported,
  },
  session: {
    session_hash: hashed,
    amr: exported,
    browser: exported,
    created_at: exported,
    expires_at: exported,
    challenge_hash: challenge,
    challenge_expires_at: challenge,
  },
  authorize_request: {
    request_hash: hashed,
    visit_hash: hashed,
    source: exported,
    client_id: exported,
    parameters: no("They are the connected site's request. It may name the address that the site expects."),
    candidates: no('Each of them sees that the sign-in waits. The others are other people.'),
    amr: no('It is whether the people share a password or a code, and a session repeats it.'),
    created_at: exported,
    expires_at: exported,
    consumed_at: no('A finished sign-in has no candidates, so it belongs to nobody.'),
    challenge_hash: challenge,
    challenge_expires_at: challenge,
  },
  mail_code: {
    code_hash: hashed,
    email_key: exported,
    new_email: exported,
    purpose: exported,
    request_hash: hashed,
    attempts: exported,
    created_at: exported,
    expires_at: exported,
    consumed_at: exported,
  },
  sent_mail: {
    id: no('It is random.'),
    at: exported,
    kind: exported,
    membership_id: exported,
    email: exported,
    problem: exported,
    smtp_code: exported,
  },
  consent: {
    client_id: exported,
    scope: exported,
    granted_at: exported,
    last_used_at: exported,
  },
  limit_bucket: no('It counts attempts of an address or a hashed account, and is deleted after 24 hours.'),
  card_key: ofAssociation,
  signing_key: ofAssociation,
  client_use: ofAssociation,
  client_refusal: ofAssociation,
  missed_search: no(
    'It counts words without saying who searched for them. Names of people in the association are left out.',
  ),
  card_generation: {
    membership_id: exported,
    generation: exported,
    code: no('It is a random code on the card.'),
  },
  auth_installation: ofAssociation,
  server: ofAssociation,
  account_journal: {
    id: no('It only keeps the rows of a change together.'),
    ordinal: onlyOrder,
    at: exported,
    actor_kind: exported,
    actor: exported,
    reason: exported,
    kind: exported,
    person_id: exported,
    client_id: exported,
    webhook_id: no('A row with a webhook is about the association, not about a person.'),
    operation: exported,
    changes: exported,
  },
  erasure_in_progress: no('It exists for a few seconds, while everything about the person is erased.'),
  webhook: ofAssociation,
  webhook_waiting: no(
    'It contains only the ID of a change that a system must still be told of. The export has the change.',
  ),
  erasure_request: {
    requested_at: exported,
  },
};
