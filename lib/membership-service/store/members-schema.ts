/**
 * The tables of members.db: what imports write. One set of definitions for SQLite and PostgreSQL:
 * booleans are 0 and 1, instants are milliseconds since 1970, dates are ISO text, lists are JSON text,
 * `…_key` columns of persons and states hold `indexKey(textKey(…))`, `name_key` of locations `textKey(…)`. IDs are unique within an organisation.
 */
export interface MembersDatabase {
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
}

export interface OrganisationTable {
  id: number;
  name: string;
  time_zone: string;
  country: string;
  currency: string;
  notice_days: number;
  listed_statuses: string;
  colour: string | null;
  logo_url: string | null;
  invoice_url_template: string | null;
  payment_url_template: string | null;
  /** Raised in the transaction of every write; entity tags are made from it. */
  version: number;
}

export interface MembershipTypeTable {
  organisation_id: number;
  id: number;
  name: string;
  cost_thousandths: number;
  description: string;
  is_student: number;
  is_searchable: number;
  is_visible: number;
  has_anniversary_expiry: number;
  has_gst: number;
}

export interface MembershipTypeExtraTable {
  organisation_id: number;
  type_id: number;
  extra_id: number;
}

export interface CategoryTable {
  organisation_id: number;
  id: number;
  name: string;
  description: string;
}

export interface ChapterTable {
  organisation_id: number;
  id: number;
  name: string;
  /** Its JSON, as committee data has it. */
  document: string;
}

export interface AddonTable {
  organisation_id: number;
  id: number;
  name: string;
  description: string;
  cost_thousandths: number;
  is_searchable: number;
  is_visible: number;
  has_gst: number;
}

export interface ExtraTable {
  organisation_id: number;
  id: number;
  question: string;
  search_name: string;
  is_searchable: number;
  is_admin_only: number;
  answer_type: number;
  options: string;
}

export interface PersonTable {
  organisation_id: number;
  id: number;
  first_name: string;
  last_name: string;
  title: string;
  email: string;
  organisation: string;
  address: string | null;
  suburb: string;
  postcode: string;
  state: string;
  country: string;
  mailing_address: string | null;
  mailing_suburb: string;
  mailing_postcode: string;
  mailing_state: string;
  mailing_country: string;
  phone: string;
  work_phone: string;
  mobile: string;
  first_name_key: string;
  last_name_key: string;
  email_key: string;
  organisation_key: string;
  state_key: string;
  country_key: string;
  /** A hash of everything above: equal means unchanged. */
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

export interface MembershipTable {
  organisation_id: number;
  id: number;
  person_id: number;
  kind: 'individual' | 'corporate';
  parent_id: number | null;
  membership_number: string;
  /** Of a sub-membership: its parent's, kept in step at writing. */
  expiry_date: string | null;
  joining_date: string | null;
  type_id: number;
  chapter_id: number | null;
  amount_outstanding_thousandths: number;
  /** Whether anything is owed; of a sub-membership: by its parent. Decides the status `outstanding`. */
  is_owing: number;
  is_approved: number;
  currency: string | null;
  invoice_url: string | null;
  payment_url: string | null;
  /** Whether the member wants to be listed at all. */
  is_listed: number;
  /** JSON list of what the member chose to show; null: the defaults. */
  show_fields: string | null;
  /** The last day on which the membership is searchable (decisions.md 8); `9999-12-31`: always; null: never. */
  searchable_until: string | null;
  modified_at: number;
  /** A hash of everything stored for this membership: equal means unchanged. */
  fingerprint: string;
}

/**
 * The JSON of a membership in the pieces that the responses are put together from, computed at writing, so that a list
 * is concatenation. What depends on the clock (`Status`, `Directory.Listed`) is put between them at reading.
 * Apart from `membership`, so that filters read narrow rows.
 */
export interface MembershipDocumentTable {
  organisation_id: number;
  membership_id: number;
  /** `{"ID":…` up to the value of `Status`. */
  head: string;
  /** From `,"Chapter":` to the end of `Extras`, without admin-only answers. */
  body: string;
  /** The same with admin-only answers; null: there are none. */
  admin_body: string | null;
  /** The `User` object. */
  user_object: string;
  /** `,"Currency":` to the end of `PaymentURL`. */
  payment: string;
  /** The value of `Directory.Show`. */
  show_list: string;
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
  /** Position of the held addon that asked; -1: the membership or its type. */
  addon_position: number;
  position: number;
  extra_id: number;
  answer: string;
  /** `indexKey(answer)`: what filters compare. */
  answer_key: string;
}

export interface LocationTable {
  organisation_id: number;
  id: number;
  membership_id: number;
  position: number;
  email: string;
  name: string;
  name_key: string;
  address: string;
  suburb: string;
  state: string;
  state_key: string;
  country: string;
  postcode: string;
  phone: string;
  website: string;
  precision: string;
  /** As given; never leaves the store but in an export. */
  exact_latitude: number;
  exact_longitude: number;
  /** At its precision: what the API tells and searches. */
  latitude: number;
  longitude: number;
  /** The JSON of the location up to the value of `Membership`. */
  document_head: string;
}

/** The highest ID of what has been removed: an ID is never given to another, whose account or address it was. */
export interface LastIdTable {
  organisation_id: number;
  table_name: string;
  id: number;
}

/** The sites that members were imported from: a later import asks only for what was modified since. */
export interface ImportSourceTable {
  organisation_id: number;
  source: string;
  /** Of the last whole reading, by the site's clock. */
  read_at: number;
}
