import type { ColumnsOf } from '@/lib/contract/fields/columns';
import type { locationFields } from '@/lib/contract/fields/location';
import type { membershipFields } from '@/lib/contract/fields/membership';
import type { organisationFields } from '@/lib/contract/fields/organisation';
import type { pageFields } from '@/lib/contract/fields/page';
import type { userFields } from '@/lib/contract/fields/person';
import type { MailProblem } from '@/lib/contract/office-mails';
import type { NoticeMailState } from '@/lib/contract/office-notices';
import type { OfficeRole } from '@/lib/contract/fields/role';
import type {
  addonFields,
  categoryFields,
  chapterFields,
  extraFields,
  membershipTypeFields,
} from '@/lib/contract/fields/structure';

/**
 * The tables of members.db. SQLite and PostgreSQL have the same definitions. Booleans are 0 and 1. Instants are
 * milliseconds since 1970. Dates are ISO text, and lists are JSON text. `email_key` holds `emailKey(…)`. The other
 * `…_key` columns of persons, and each `state_key`, hold `indexKey(textKey(…))`. The `name_key` of locations holds
 * `textKey(…)`. IDs are unique within an organisation.
 */
export interface MembersDatabase {
  page: PageTable;
  page_file: PageFileTable;
  distinct_person: DistinctPersonTable;
  organisation: OrganisationTable;
  membership_type: MembershipTypeTable;
  membership_type_extra: MembershipTypeExtraTable;
  category: CategoryTable;
  chapter: ChapterTable;
  addon: AddonTable;
  extra: ExtraTable;
  person: PersonTable;
  committee_seat: CommitteeSeatTable;
  membership: MembershipTable;
  membership_category: MembershipCategoryTable;
  membership_addon: MembershipAddonTable;
  answer: AnswerTable;
  location: LocationTable;
  membership_document: MembershipDocumentTable;
  last_id: LastIdTable;
  import_source: ImportSourceTable;
  journal: JournalTable;
  journal_state: JournalStateTable;
  import_run: ImportRunTable;
  external_id: ExternalIdTable;
  person_alias: PersonAliasTable;
  account_move: AccountMoveTable;
  changed_email: ChangedEmailTable;
  idempotency_key: IdempotencyKeyTable;
  erasure: ErasureTable;
  role: RoleTable;
  picture: PictureTable;
  member_picture: MemberPictureTable;
  role_chapter: RoleChapterTable;
  archive_import: ArchiveImportTable;
  bulk_change: BulkChangeTable;
  bulk_problem: BulkProblemTable;
  saved_view: SavedViewTable;
  member_word: MemberWordTable;
  notice_settings: NoticeSettingsTable;
  notice_exclusion: NoticeExclusionTable;
  proposal: ProposalTable;
  leaving: LeavingTable;
  notice_mail: NoticeMailTable;
  note: NoteTable;
  installation: InstallationTable;
}

/** At most one row. `lib/store/installation/marks.ts` compares it with the row in auth.db. */
export interface InstallationTable {
  /** Always 1. */
  singleton: number;
  id: string;
  /** A keyed hash of AUTH_SECRET. null: no server has started yet. */
  secret_mark: string | null;
  /** The organisation that the directory showed last. null: there were several, and no server has started yet. */
  shown_organisation_id: number | null;
}

export interface OrganisationTable extends ColumnsOf<typeof organisationFields> {
  /** A JSON list. */
  listed_statuses: string;
  /** Every write raises this in its transaction. Entity tags are computed from it. */
  version: number;
  /** 1: the members are invented. */
  is_demonstration: number;
}

export interface MembershipTypeTable extends ColumnsOf<typeof membershipTypeFields> {
  organisation_id: number;
}

export interface MembershipTypeExtraTable {
  organisation_id: number;
  type_id: number;
  extra_id: number;
}

export interface CategoryTable extends ColumnsOf<typeof categoryFields> {
  organisation_id: number;
}

export interface ChapterTable extends ColumnsOf<typeof chapterFields> {
  organisation_id: number;
  /** JSON in the format of committee data. */
  document: string;
}

export interface AddonTable extends ColumnsOf<typeof addonFields> {
  organisation_id: number;
}

export interface ExtraTable extends ColumnsOf<typeof extraFields> {
  organisation_id: number;
  /** JSON lists. */
  options: string;
  options_from_answers: string;
}

export interface PersonTable extends ColumnsOf<typeof userFields> {
  organisation_id: number;
  id: number;
  first_name_key: string;
  last_name_key: string;
  email_key: string;
  organisation_key: string;
  state_key: string;
  country_key: string;
  /** A hash of all columns above. If a person is written again with the same hash, nothing has changed. */
  fingerprint: string;
}

export interface CommitteeSeatTable {
  organisation_id: number;
  person_id: number;
  position: number;
  /** null: the organisation's own committee. */
  chapter_id: number | null;
  starts_on: string | null;
  ends_on: string | null;
}

/** A sub-membership stores its parent's expiry date, and gets the new date when the parent's date changes. */
export interface MembershipTable extends ColumnsOf<typeof membershipFields> {
  organisation_id: number;
  person_id: number;
  /** 1: something is owed, and the status is `outstanding`. A sub-membership has its parent's value. */
  is_owing: number;
  /**
   * The office sorts members by this key. A company with a name has `wholeKey` of its name. Everybody else has
   * `wholeKey` of the last name, a space, and `wholeKey` of the first name.
   */
  name_key: string;
  /**
   * A hash of the membership's rows in `member_word`. '': an earlier release wrote the membership, so the words are
   * computed at the next start.
   */
  words_hash: string;
  /** The last day on which the membership is searchable (docs/decisions.md 8). `9999-12-31`: always. null: never. */
  searchable_until: string | null;
  modified_at: number;
  /** A hash of everything stored for this membership. An equal hash means that nothing has changed. */
  fingerprint: string;
}

/**
 * The pieces of a membership's JSON. The pieces are made when the membership is written, so that a list only joins
 * them. Values that depend on the clock (`Status`, `Directory.Listed`) are inserted when the pieces are read. The table
 * is separate from `membership`, so that filters read narrow rows.
 */
export interface MembershipDocumentTable {
  organisation_id: number;
  membership_id: number;
  /** From `{"ID":…` up to the value of `Status`. */
  head: string;
  /** From `,"Chapter":` to the end of `Extras`, without admin-only answers. */
  body: string;
  /** Like `body`, but with admin-only answers. null: there are none. */
  admin_body: string | null;
  user_object: string;
  /** From `,"Currency":` to the end of `PaymentURL`. */
  payment: string;
  show_list: string;
  /** The fields that members see. null: the same as everybody. */
  members_show_list: string | null;
}

export interface MembershipCategoryTable {
  organisation_id: number;
  membership_id: number;
  category_id: number;
}

export interface MembershipAddonTable {
  organisation_id: number;
  membership_id: number;
  position: number;
  addon_id: number;
  quantity: number;
  expiry_date: string | null;
}

export interface AnswerTable {
  organisation_id: number;
  membership_id: number;
  /** The position of the addon to which the answer belongs. -1: the answer belongs to the membership or its type. */
  addon_position: number;
  position: number;
  extra_id: number;
  answer: string;
  /** `indexKey(answer)`: what filters compare. */
  answer_key: string;
}

/** The exact point leaves the store only in an export. */
export interface LocationTable extends ColumnsOf<typeof locationFields> {
  organisation_id: number;
  membership_id: number;
  position: number;
  name_key: string;
  state_key: string;
  /** The point that the API shows and searches, at the location's precision. */
  latitude: number;
  longitude: number;
  /** The beginning of the location's JSON. It ends just before the value of `Membership`. */
  document_head: string;
}

/**
 * The highest removed ID. IDs are never reused, because an account or address may still belong to the removed record.
 */
export interface LastIdTable {
  organisation_id: number;
  table_name: string;
  id: number;
}

/** Sites from which members were imported. A later import requests only what was modified since. */
export interface ImportSourceTable {
  organisation_id: number;
  source: string;
  /** The time of the last complete reading of the site, by the site's clock. */
  read_at: number;
}

/** Every change, in order, written in the transaction of the change (docs/decisions.md, J10–J12). */
export interface JournalTable {
  organisation_id: number;
  /**
   * The position increases with every row of an organisation. It is at least the time of writing, in milliseconds since
   * 1970.
   */
  position: number;
  at: number;
  actor_kind: 'person' | 'client' | 'command' | 'clock' | 'import';
  /** The ID of the person, client or import run, or the name of the command. */
  actor: string;
  /** The import run that the change belongs to. */
  run_id: number | null;
  reason: string | null;
  kind: JournalKind;
  record_id: number;
  operation: 'created' | 'updated' | 'removed' | 'erased' | 'lapsed';
  /**
   * JSON. `updated`: the old and the new value of each field. `removed`: the last value of each field. Otherwise null.
   */
  changes: string | null;
}

export type JournalKind =
  | 'page'
  | 'proposal'
  | 'leaving'
  | 'distinct'
  | 'membership'
  | 'person'
  | 'committee'
  | 'alias'
  | 'mark'
  | 'role'
  | 'view'
  | 'notice'
  | 'notice_exclusion'
  | 'note'
  | 'organisation'
  | 'membership_type'
  | 'category'
  | 'chapter'
  | 'addon'
  | 'extra';

export interface JournalStateTable {
  organisation_id: number;
  /** The newest position. 0: nothing was written yet. */
  position: number;
  /** Rows up to this position were deleted after their retention time. */
  kept_after: number;
  /**
   * The last day that was checked for `lapsed` rows: all memberships that ended on or before it were checked. null: no
   * day was checked yet.
   */
  lapsed_through: string | null;
}

/** One import of a file, an archive or a site. */
export interface ImportRunTable {
  organisation_id: number;
  id: number;
  at: number;
  actor_kind: JournalTable['actor_kind'];
  actor: string;
  source: string;
  /** SHA-256 in hexadecimal. null: the source is not a file. */
  file_hash: string | null;
  /** JSON that names the field for each column of the source. null: the source is not a table. */
  mapping: string | null;
  counts: string;
  /** 1: the merge of two persons, not an import. */
  is_merge: number;
  /** 1: a change that the office made to many members, not an import. */
  is_bulk: number;
}

/** A request by the office to change or invite many members, and the progress of this request. */
export interface BulkChangeTable {
  organisation_id: number;
  id: number;
  /** The person who made the request. Nobody else sees the request. */
  person_id: number;
  created_at: number;
  /** The time of the last progress. */
  touched_at: number;
  state: 'checking' | 'checked' | 'running' | 'done' | 'stopped';
  /** JSON. */
  action: string;
  /** The reason that the journal records. */
  reason: string | null;
  /** JSON: membership IDs in order. */
  member_ids: string;
  /**
   * In the states `checking` and `checked`: how many members were checked. From the state `running` on: how many
   * members were processed.
   */
  done: number;
  /**
   * Numbers of members. `changed`: those that would change. `unchanged`: those that already have the value. `refused`:
   * those that cannot be changed.
   */
  changed: number;
  unchanged: number;
  refused: number;
  /** JSON: the first members that change. */
  first_ids: string;
  /** The row of `import_run` for these changes. null: nothing was changed yet. */
  run_id: number | null;
}

/** A list of members that somebody in the office has saved under a name. */
export interface SavedViewTable {
  organisation_id: number;
  id: number;
  person_id: number;
  name: string;
  /** The filters, the order and the columns, as a query. */
  list: string;
  /** 1: everybody in the office sees it. */
  is_shared: number;
}

/** Why a bulk change cannot change one of its members. */
export interface BulkProblemTable {
  organisation_id: number;
  bulk_id: number;
  membership_id: number;
  /** A JSON list of fields, each with the reason why the change is refused. */
  problems: string;
}

/** The IDs that other systems' files use for memberships and persons. */
export interface ExternalIdTable {
  organisation_id: number;
  kind: 'membership' | 'person';
  /** The name that the operator gave to the other system. */
  source: string;
  external_id: string;
  id: number;
}

/** The ID of a person who was merged into another. No stored person has this ID. */
export interface PersonAliasTable {
  organisation_id: number;
  id: number;
  /** The surviving person, whose ID is never itself an alias. */
  person_id: number;
}

/**
 * A change that auth.db still needs, because two persons were merged or a merge was undone. Changes are made in the
 * order of their positions.
 */
export interface AccountMoveTable {
  organisation_id: number;
  position: number;
  /**
   * `address`: somebody else changed the email address of the person. `role`: the person got a first role. In both
   * cases, `from_id` and `into_id` are the person.
   */
  operation: 'merge' | 'separate' | 'address' | 'role';
  from_id: number;
  into_id: number;
  /** JSON: the addresses that get an email, first the earlier one. null: nobody is told. */
  emails: string | null;
  /** 1: the lasting access of sites ends too, even if the person has no role any more. */
  ends_grants: number;
  actor_kind: JournalTable['actor_kind'];
  actor: string;
  reason: string | null;
}

/** A change of a person's email address, until auth.db no longer has the proof of the old address. */
export interface ChangedEmailTable {
  organisation_id: number;
  person_id: number;
  changed_at: number;
}

/** Results of write requests, so that a client can send a request again after a broken connection. */
export interface IdempotencyKeyTable {
  organisation_id: number;
  client_id: string;
  key: string;
  /** SHA-256 of the request, in base64url. */
  request_hash: string;
  status: number;
  /** JSON list of the written memberships. */
  membership_ids: string;
  created_at: number;
}

/** An erased person, without personal data. */
export interface ErasureTable {
  organisation_id: number;
  person_id: number;
  erased_at: number;
  /** JSON (`tombstone.ts`). */
  tombstone: string;
}

/** People who may use the office (docs/decisions.md, J22 and J23). They need no membership. */
export interface RoleTable {
  organisation_id: number;
  person_id: number;
  role: OfficeRole;
}

/** Logos and other pictures that were uploaded. */
export interface PictureTable {
  organisation_id: number;
  /** The start of the SHA-256 of the bytes, and the type. */
  name: string;
  /** Base64. */
  content: string;
  added_at: number;
}

/** A picture that was uploaded for a membership. It never changes. */
export interface MemberPictureTable {
  organisation_id: number;
  membership_id: number;
  id: string;
  /** JSON: the bytes of each file in base64, by its name, such as `480.webp`. */
  files: string;
  added_at: number;
}

/** A note of the office about a person. */
export interface NoteTable {
  organisation_id: number;
  id: number;
  person_id: number;
  text: string;
  /** The ID of the person who wrote the note. */
  written_by: number;
  written_at: number;
  /** Who changed the note last. null: nobody has. */
  changed_by: number | null;
  changed_at: number | null;
}

/** Two persons who are not the same human, although they are similar. `person_id` is the lower ID. */
export interface DistinctPersonTable {
  organisation_id: number;
  person_id: number;
  other_id: number;
}

/** The changes to their own entry that a member proposed and the office has not accepted. */
export interface ProposalTable {
  organisation_id: number;
  membership_id: number;
  /** A JSON list. */
  changes: string;
  proposed_at: number;
  /** null: the office has not decided yet. */
  declined_at: number | null;
  /** What the office wrote to the member. */
  answer: string;
}

/** Members who have said that they leave. */
export interface LeavingTable {
  organisation_id: number;
  membership_id: number;
  said_on: string;
  /** null: the membership had no last day. */
  last_day: string | null;
  reason: string;
}

export interface PageTable extends ColumnsOf<typeof pageFields> {
  organisation_id: number;
}

/** The content of downloads of pages. */
export interface PageFileTable {
  organisation_id: number;
  /** SHA-256 of the content. */
  hash: string;
  /** Base64. */
  content: string;
  added_at: number;
}

/** The chapters of an officer. */
export interface RoleChapterTable {
  organisation_id: number;
  person_id: number;
  chapter_id: number;
}

/**
 * A full archive whose members are imported and whose accounts are not yet. Only on SQLite, where accounts are in
 * another database.
 */
export interface ArchiveImportTable {
  organisation_id: number;
  /** SHA-256 in hexadecimal. */
  file_hash: string;
}

/** The words by which the office finds a membership (`lib/store/words`). */
export interface MemberWordTable {
  organisation_id: number;
  membership_id: number;
  word: string;
  /** The kinds of fields that the word comes from, as bits (`wordKinds`). */
  kinds: number;
}

/** An organisation without a row has the default settings. With these settings, reminders are switched off. */
export interface NoticeSettingsTable {
  organisation_id: number;
  is_on: number;
  per_minute: number;
  /** A JSON list (`notice-settings.ts`). */
  notices: string;
  /** The last date on which due reminders were recorded. null: none since reminders were switched on. */
  noticed_through: string | null;
  /** Nothing is sent from this time on, until somebody continues. */
  stopped_at: number | null;
  /** When the sending of the last email began. */
  claimed_at: number;
}

/** A membership that gets no reminders. */
export interface NoticeExclusionTable {
  organisation_id: number;
  membership_id: number;
}

/** A reminder to one member. The row is written before the reminder is sent, and its key prevents a second reminder. */
export interface NoticeMailTable {
  organisation_id: number;
  membership_id: number;
  notice_id: number;
  /** The membership's last day when the reminder was recorded. */
  expiry_date: string;
  /** Days after the last day. A negative number means days before the last day. */
  days: number;
  person_id: number;
  /** In lower case. '': the reminder was not sent. */
  email: string;
  state: NoticeMailState;
  recorded_at: number;
  changed_at: number;
  /** The reminder is not sent before this time. */
  retry_at: number;
  attempts: number;
  problem: MailProblem | null;
  smtp_code: number | null;
}

/** The tables of the items to which members refer. */
export type StructureTable = 'membership_type' | 'category' | 'chapter' | 'addon' | 'extra';
