/**
 * This list has a decision for every column of both databases. A person's export contains the column, or the list says
 * why not. The export contains all fields of the tables of fields, so their columns are not named here. Any other new
 * column without a decision does not compile, and a test compares the list with the tables.
 */
import { columnNames, type ColumnsOf } from '@/lib/membership-api/fields/columns';
import type { Fields } from '@/lib/membership-api/fields/field';
import { locationFields } from '@/lib/membership-api/fields/location';
import { membershipFields } from '@/lib/membership-api/fields/membership';
import { userFields } from '@/lib/membership-api/fields/person';
import type { AuthDatabase } from '@/lib/membership-schema/auth-schema';
import type { MembersDatabase } from '@/lib/membership-schema/members-schema';

/** A person's export contains this column's value in each row that is about the person. */
export const exported = Symbol('exported');
type Decision = typeof exported | { reason: string };

/** A reason for a whole table, or a decision for each column. */
type Decisions<Database> = {
  readonly [Table in keyof Database]:
    { reason: string } | { readonly [Column in keyof Database[Table]]-?: Decision };
};

const no = (reason: string) => ({ reason });
const ownOrganisation = no('The export names the organisation once.');
const derived = no('It is computed from exported columns, for searches and lists.');
const order = no('It only gives the order, which the export has.');
const ofAssociation = no('It belongs to the association, not to a person.');
const hashed = no('It only identifies a secret, and says nothing about the person.');
const named = no('The export gives its name and ID wherever a record of the person refers to it.');
const signIn = no('It repeats when the session began, which the export has.');
const signedInBy = no('It repeats how the session began, which the export has.');
const ofPerson = no('It identifies the person, whose ID the export has.');

function exportedColumns<F extends Fields>(fields: F) {
  // The cast is safe: these are the names of the table's columns.
  return Object.fromEntries(columnNames(fields).map((name) => [name, exported])) as {
    [Column in keyof ColumnsOf<F>]: typeof exported;
  };
}

export const membersColumns: Decisions<MembersDatabase> = {
  organisation: ofAssociation,
  installation: ofAssociation,
  picture: ofAssociation,
  membership_type: named,
  membership_type_extra: ofAssociation,
  category: named,
  chapter: named,
  addon: named,
  extra: named,
  person: {
    organisation_id: ownOrganisation,
    id: exported,
    ...exportedColumns(userFields),
    first_name_key: derived,
    last_name_key: derived,
    email_key: derived,
    organisation_key: derived,
    state_key: derived,
    country_key: derived,
    fingerprint: derived,
  },
  committee_seat: {
    organisation_id: ownOrganisation,
    person_id: ofPerson,
    position: order,
    chapter_id: exported,
    starts_on: exported,
    ends_on: exported,
  },
  notice_settings: ofAssociation,
  notice_exclusion: no('The history has it.'),
  notice_mail: {
    organisation_id: ownOrganisation,
    membership_id: exported,
    notice_id: no('It is the number of a text of the association.'),
    expiry_date: exported,
    days: exported,
    person_id: ofPerson,
    email: exported,
    state: exported,
    recorded_at: exported,
    changed_at: exported,
    retry_at: no('It is the time of the next attempt.'),
    attempts: no('It counts attempts to reach the mail server.'),
    problem: exported,
    smtp_code: exported,
  },
  role: { organisation_id: ownOrganisation, person_id: ofPerson, role: exported },
  note: {
    organisation_id: ownOrganisation,
    id: no('It only tells the notes apart. The history has it.'),
    person_id: ofPerson,
    text: exported,
    written_by: no('The history names who wrote it. The person learns only that it was the office.'),
    written_at: exported,
    changed_by: no('The history names who changed it. The person learns only that it was the office.'),
    changed_at: exported,
  },
  role_chapter: { organisation_id: ownOrganisation, person_id: ofPerson, chapter_id: exported },
  membership: {
    organisation_id: ownOrganisation,
    ...exportedColumns(membershipFields),
    person_id: ofPerson,
    is_owing: no('It is exported as part of the status.'),
    name_key: derived,
    words_hash: derived,
    searchable_until: derived,
    modified_at: exported,
    fingerprint: derived,
  },
  membership_document: derived,
  member_word: derived,
  membership_category: {
    organisation_id: ownOrganisation,
    membership_id: exported,
    category_id: exported,
  },
  membership_addon: {
    organisation_id: ownOrganisation,
    membership_id: exported,
    position: order,
    addon_id: exported,
    quantity: exported,
    expiry_date: exported,
  },
  answer: {
    organisation_id: ownOrganisation,
    membership_id: exported,
    addon_position: no('The export has the answer inside its addon.'),
    position: order,
    extra_id: exported,
    answer: exported,
    answer_key: derived,
  },
  location: {
    organisation_id: ownOrganisation,
    ...exportedColumns(locationFields),
    membership_id: exported,
    position: order,
    name_key: derived,
    state_key: derived,
    latitude: exported,
    longitude: exported,
    document_head: derived,
  },
  last_id: ofAssociation,
  import_source: ofAssociation,
  journal: {
    organisation_id: ownOrganisation,
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
    organisation_id: ownOrganisation,
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
    organisation_id: ownOrganisation,
    kind: no('The export has it at the person or at the membership.'),
    source: exported,
    external_id: exported,
    id: exported,
  },
  person_alias: { organisation_id: ownOrganisation, id: exported, person_id: ofPerson },
  changed_email: no('It is work that waits for a few minutes after a change, which the history has.'),
  account_move: no(
    'It is work that is done right after a merge or a change of an address or a role, which the history has.',
  ),
  archive_import: ofAssociation,
  saved_view: no('It is a name for a list that the person uses in the office. They see it there.'),
  bulk_change: no('It is deleted after a day. The history has the changes.'),
  bulk_problem: no('It is deleted after a day, and says why somebody else could not change a membership.'),
  idempotency_key: no("It is the result of a client's request, and is deleted after 24 hours."),
  erasure: no('It says that somebody was erased, and has no data about them.'),
};

const challenge = no('It is random, and a passkey signs it within 10 minutes.');
const passkeyId = no('Its device made it to recognise the passkey, and it says nothing about the person.');

export const authColumns: Decisions<AuthDatabase> = {
  client: named,
  authorization_code: {
    code_hash: hashed,
    client_id: exported,
    organisation_id: ownOrganisation,
    person_id: ofPerson,
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
    organisation_id: ownOrganisation,
    person_id: ofPerson,
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
    organisation_id: ownOrganisation,
    person_id: ofPerson,
  },
  logout_notice: {
    id: no('It is random.'),
    client_id: no('The site learns that a session has ended. The row is deleted then, or after an hour.'),
    sid: no('It is made from a hash, and says nothing without the session.'),
    organisation_id: ownOrganisation,
    person_id: ofPerson,
    ended_at: no('The history says when a session ended.'),
    attempts: no('It counts attempts to reach the site.'),
    retry_at: no('It is the time of the next attempt.'),
  },
  refresh_grant: {
    grant_hash: hashed,
    token_hash: hashed,
    client_id: exported,
    organisation_id: ownOrganisation,
    person_id: ofPerson,
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
    organisation_id: ownOrganisation,
    person_id: ofPerson,
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
    organisation_id: ownOrganisation,
    id: hashed,
    person_id: ofPerson,
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
    organisation_id: ownOrganisation,
    person_id: ofPerson,
    amr: exported,
    browser: exported,
    created_at: exported,
    expires_at: exported,
    challenge_hash: challenge,
    challenge_expires_at: challenge,
  },
  authorize_request: {
    request_hash: hashed,
    organisation_id: ownOrganisation,
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
    organisation_id: ownOrganisation,
    email_key: exported,
    purpose: exported,
    person_id: ofPerson,
    request_hash: hashed,
    attempts: exported,
    created_at: exported,
    expires_at: exported,
    consumed_at: exported,
  },
  sent_mail: {
    organisation_id: ownOrganisation,
    id: no('It is random.'),
    at: exported,
    kind: exported,
    person_id: ofPerson,
    membership_id: exported,
    email: exported,
    problem: exported,
    smtp_code: exported,
  },
  consent: {
    organisation_id: ownOrganisation,
    person_id: ofPerson,
    client_id: exported,
    scope: exported,
    granted_at: exported,
    last_used_at: exported,
  },
  limit_bucket: no('It counts attempts of an address or a hashed account, and is deleted after 24 hours.'),
  card_key: ofAssociation,
  signing_key: ofAssociation,
  client_use: ofAssociation,
  missed_search: no(
    'It counts words without saying who searched for them. Names of people in the association are left out.',
  ),
  card_generation: {
    organisation_id: ownOrganisation,
    membership_id: exported,
    generation: exported,
  },
  auth_installation: ofAssociation,
  server: ofAssociation,
  account_journal: {
    organisation_id: ownOrganisation,
    id: no('It only keeps the rows of a change together.'),
    ordinal: order,
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
    organisation_id: ownOrganisation,
    person_id: ofPerson,
    requested_at: exported,
  },
};
