import type { Migration } from '@/lib/store/sql/migrate';

/**
 * A membership number without white space at its ends: two numbers are the same if these texts are equal. Queries must
 * contain exactly this expression to use the index.
 */
export const numberWithoutSpaces = `trim(membership_number, ' \t\r\n\u00a0')`;

/**
 * Most statements work on both engines. The other statements have one version for each engine, `sqlite` and `postgres`.
 */
export const membersMigrations: readonly Migration[] = [
  {
    name: '1 organisations, their structure and members',
    statements: [
      `create table organisation (
        id bigint primary key not null, name text not null, time_zone text not null, country text not null,
        currency text not null, notice_days bigint not null, listed_statuses text not null, colour text,
        logo_url text, invoice_url_template text, payment_url_template text, version bigint not null)`,
      `create table last_id (
        organisation_id bigint not null, table_name text not null, id bigint not null,
        primary key (organisation_id, table_name))`,
      `create table membership_type (
        organisation_id bigint not null, id bigint not null, name text not null, cost_thousandths bigint not null,
        description text not null, is_student bigint not null, is_searchable bigint not null,
        is_visible bigint not null, has_anniversary_expiry bigint not null, has_gst bigint not null,
        primary key (organisation_id, id))`,
      `create table membership_type_extra (
        organisation_id bigint not null, type_id bigint not null, extra_id bigint not null,
        primary key (organisation_id, type_id, extra_id))`,
      `create table category (
        organisation_id bigint not null, id bigint not null, name text not null, description text not null,
        primary key (organisation_id, id))`,
      `create table chapter (
        organisation_id bigint not null, id bigint not null, name text not null, document text not null,
        primary key (organisation_id, id))`,
      `create table addon (
        organisation_id bigint not null, id bigint not null, name text not null, description text not null,
        cost_thousandths bigint not null, is_searchable bigint not null, is_visible bigint not null,
        has_gst bigint not null,
        primary key (organisation_id, id))`,
      `create table extra (
        organisation_id bigint not null, id bigint not null, question text not null, search_name text not null,
        is_searchable bigint not null, is_admin_only bigint not null, answer_type bigint not null,
        options text not null,
        primary key (organisation_id, id))`,
      `create table person (
        organisation_id bigint not null, id bigint not null, first_name text not null, last_name text not null,
        title text not null, email text not null, organisation text not null, address text, suburb text not null,
        postcode text not null, state text not null, country text not null, mailing_address text,
        mailing_suburb text not null, mailing_postcode text not null, mailing_state text not null,
        mailing_country text not null, phone text not null, work_phone text not null, mobile text not null,
        first_name_key text not null, last_name_key text not null, email_key text not null,
        organisation_key text not null, state_key text not null, country_key text not null,
        fingerprint text not null,
        primary key (organisation_id, id))`,
      `create index person_first_name on person (organisation_id, first_name_key, id)`,
      `create index person_last_name on person (organisation_id, last_name_key, id)`,
      `create index person_email on person (organisation_id, email_key, id)`,
      `create index person_organisation on person (organisation_id, organisation_key, id)`,
      `create index person_state on person (organisation_id, state_key, id)`,
      `create index person_country on person (organisation_id, country_key, id)`,
      `create table committee_seat (
        organisation_id bigint not null, person_id bigint not null, position bigint not null,
        chapter_id bigint, starts_on text, ends_on text,
        primary key (organisation_id, person_id, position))`,
      `create table membership (
        organisation_id bigint not null, id bigint not null, person_id bigint not null, kind text not null,
        parent_id bigint, membership_number text not null, expiry_date text, joining_date text,
        type_id bigint not null, chapter_id bigint, amount_outstanding_thousandths bigint not null,
        is_owing bigint not null, is_approved bigint not null, currency text, invoice_url text, payment_url text,
        is_listed bigint not null, show_fields text, searchable_until text, modified_at bigint not null,
        fingerprint text not null,
        primary key (organisation_id, id))`,
      `create index membership_person on membership (organisation_id, person_id, id)`,
      `create index membership_parent on membership (organisation_id, parent_id, id)`,
      `create index membership_number on membership (organisation_id, membership_number, id)`,
      `create index membership_type_of on membership (organisation_id, type_id, id)`,
      `create index membership_chapter on membership (organisation_id, chapter_id, id)`,
      `create index membership_modified on membership (organisation_id, modified_at, id)`,
      `create index membership_expiry on membership (organisation_id, is_approved, is_owing, expiry_date, id)`,
      `create table membership_document (
        organisation_id bigint not null, membership_id bigint not null, head text not null, body text not null,
        admin_body text, user_object text not null, payment text not null, show_list text not null,
        primary key (organisation_id, membership_id))`,
      `create table membership_category (
        organisation_id bigint not null, membership_id bigint not null, category_id bigint not null,
        primary key (organisation_id, membership_id, category_id))`,
      `create index membership_category_of on membership_category (organisation_id, category_id, membership_id)`,
      `create table membership_addon (
        organisation_id bigint not null, membership_id bigint not null, position bigint not null,
        addon_id bigint not null, quantity bigint not null, expiry_date text,
        primary key (organisation_id, membership_id, position))`,
      `create index membership_addon_of on membership_addon (organisation_id, addon_id, expiry_date, membership_id)`,
      `create table answer (
        organisation_id bigint not null, membership_id bigint not null, addon_position bigint not null,
        position bigint not null, extra_id bigint not null, answer text not null, answer_key text not null,
        primary key (organisation_id, membership_id, addon_position, position))`,
      `create index answer_given on answer (organisation_id, extra_id, answer_key, membership_id)`,
      `create table location (
        organisation_id bigint not null, id bigint not null, membership_id bigint not null, position bigint not null,
        email text not null, name text not null, name_key text not null, address text not null, suburb text not null,
        state text not null, state_key text not null, country text not null, postcode text not null,
        phone text not null, website text not null, precision text not null,
        exact_latitude double precision not null, exact_longitude double precision not null,
        latitude double precision not null, longitude double precision not null, document_head text not null,
        primary key (organisation_id, id))`,
      `create index location_membership on location (organisation_id, membership_id, id)`,
      `create index location_state on location (organisation_id, state_key, id)`,
      `create index location_point on location (organisation_id, latitude, longitude, id, membership_id)`,
    ],
  },
  {
    name: '2 the sites that members come from',
    statements: [
      `create table import_source (
        organisation_id bigint not null, source text not null, read_at bigint not null,
        primary key (organisation_id, source))`,
    ],
  },
  {
    name: '3 locations are found by their degree of latitude',
    statements: [
      `drop index location_point`,
      // A query can use only one range of an index. A range of latitudes would find a whole strip around the earth. So
      // the index has whole degrees of latitude, and the query lists the degrees that it needs. The range can then be
      // used for the longitudes.
      `create index location_band on location (
        organisation_id, floor(latitude), longitude, latitude, id, membership_id)`,
    ],
  },
  {
    name: '4 an organisation is the demonstration if it is marked so',
    statements: [
      `alter table organisation add column is_demonstration bigint not null default 0`,
      // Earlier releases recognised the demonstration by its ID alone. An organisation with this ID is the
      // demonstration if it also has the demonstration's name or first person.
      `update organisation set is_demonstration = 1 where id = 100 and (
        name = 'Southern Cross Physiotherapy Association' or exists (
          select 1 from person where organisation_id = 100 and id = 1 and email = 'zoe.vanderberg@example.com'))`,
    ],
  },
  {
    name: '5 journal of changes',
    statements: [
      `create table journal (
        organisation_id bigint not null, position bigint not null, at bigint not null, actor_kind text not null,
        actor text not null, run_id bigint, reason text, kind text not null, record_id bigint not null,
        operation text not null, changes text,
        primary key (organisation_id, position))`,
      `create index journal_record on journal (organisation_id, kind, record_id, position)`,
      `create index journal_run on journal (organisation_id, run_id, position) where run_id is not null`,
      `create table journal_state (
        organisation_id bigint primary key not null, position bigint not null, kept_after bigint not null,
        lapsed_through text)`,
      `create table import_run (
        organisation_id bigint not null, id bigint not null, at bigint not null, actor_kind text not null,
        actor text not null, source text not null, file_hash text, mapping text, counts text not null,
        primary key (organisation_id, id))`,
    ],
  },
  {
    name: '6 the IDs that other systems give to memberships and persons',
    statements: [
      `create table external_id (
        organisation_id bigint not null, kind text not null, source text not null, external_id text not null,
        id bigint not null,
        primary key (organisation_id, kind, source, external_id))`,
      `create index external_id_of on external_id (organisation_id, kind, id)`,
    ],
  },
  {
    name: '7 results of write requests',
    statements: [
      `create table idempotency_key (
        organisation_id bigint not null, client_id text not null, key text not null, request_hash text not null,
        status bigint not null, membership_ids text not null, created_at bigint not null,
        primary key (organisation_id, client_id, key))`,
      `create index idempotency_key_created on idempotency_key (organisation_id, created_at)`,
    ],
  },
  {
    name: '8 merged persons',
    statements: [
      `create table person_alias (
        organisation_id bigint not null, id bigint not null, person_id bigint not null,
        primary key (organisation_id, id))`,
      `create index person_alias_of on person_alias (organisation_id, person_id, id)`,
      `create table account_move (
        organisation_id bigint not null, position bigint not null, operation text not null, from_id bigint not null,
        into_id bigint not null, actor_kind text not null, actor text not null, reason text,
        primary key (organisation_id, position))`,
      `alter table import_run add column is_merge bigint not null default 0`,
    ],
  },
  {
    name: '9 erased persons',
    statements: [
      `create table erasure (
        organisation_id bigint not null, person_id bigint not null, erased_at bigint not null, tombstone text not null,
        primary key (organisation_id, person_id))`,
      // This index finds memberships that somebody held earlier. Without the index, an erasure would read the whole
      // journal.
      `create index journal_former_holder on journal (organisation_id, position)
        where kind = 'membership' and (operation = 'removed' or changes like '%"User.ID":[%')`,
    ],
  },
  {
    name: '10 roles in the office',
    statements: [
      `create table role (
        organisation_id bigint not null, person_id bigint not null, role text not null,
        primary key (organisation_id, person_id))`,
      `create table role_chapter (
        organisation_id bigint not null, person_id bigint not null, chapter_id bigint not null,
        primary key (organisation_id, person_id, chapter_id))`,
      `create index role_chapter_of on role_chapter (organisation_id, chapter_id, person_id)`,
    ],
  },
  {
    name: '11 archives whose accounts are still to be imported',
    statements: [
      `create table archive_import (organisation_id bigint primary key not null, file_hash text not null)`,
    ],
  },
  {
    name: '12 journal by former holder and by author',
    statements: [
      `drop index journal_former_holder`,
      // These indexes find the person of a removed membership. They also find the old and the new person of a
      // membership that was given to another person.
      {
        sqlite: `create index journal_holder_before on journal (organisation_id,
          coalesce(json_extract(changes, '$."User.ID"[0]'), json_extract(changes, '$."User.ID"')))
          where kind = 'membership' and (operation = 'removed' or changes like '%"User.ID":[%')`,
        postgres: `create index journal_holder_before on journal (organisation_id,
          substring(changes, '"User\\.ID":\\[?"([0-9]+)"'))
          where kind = 'membership' and (operation = 'removed' or changes like '%"User.ID":[%')`,
      },
      {
        sqlite: `create index journal_holder_after on journal (organisation_id,
          json_extract(changes, '$."User.ID"[1]'))
          where kind = 'membership' and changes like '%"User.ID":[%'`,
        postgres: `create index journal_holder_after on journal (organisation_id,
          substring(changes, '"User\\.ID":\\[[^],]*,"([0-9]+)"'))
          where kind = 'membership' and changes like '%"User.ID":[%'`,
      },
      `create index journal_author on journal (organisation_id, actor, position) where actor_kind = 'person'`,
    ],
  },
  {
    name: '13 options of extras that came from answers',
    statements: [`alter table extra add column options_from_answers text not null default '[]'`],
  },
  {
    name: '14 members who wait for approval',
    statements: [`create index membership_waiting on membership (organisation_id, id) where is_approved = 0`],
  },
  {
    name: '15 the words and the order of members in the office',
    statements: [
      // PostgreSQL must compare the column byte by byte, as SQLite does.
      {
        sqlite: `alter table membership add column name_key text not null default ''`,
        postgres: `alter table membership add column name_key text collate "C" not null default ''`,
      },
      `alter table membership add column words_hash text not null default ''`,
      `update membership set name_key = coalesce((
        select case when membership.kind = 'corporate' and p.organisation_key <> '' then p.organisation_key
          else p.last_name_key || ' ' || p.first_name_key end
        from person p where p.organisation_id = membership.organisation_id and p.id = membership.person_id), '')`,
      `create index membership_name on membership (organisation_id, name_key, id)`,
      `create index membership_expires on membership (organisation_id, coalesce(expiry_date, '9999-12-31'), id)`,
      `create index membership_joined on membership (organisation_id, coalesce(joining_date, ''), id)`,
      `create index membership_without_words on membership (organisation_id, id) where words_hash = ''`,
      {
        sqlite: `create table member_word (
          organisation_id bigint not null, membership_id bigint not null, word text not null,
          is_private bigint not null,
          primary key (organisation_id, membership_id, word)) without rowid`,
        postgres: `create table member_word (
          organisation_id bigint not null, membership_id bigint not null, word text collate "C" not null,
          is_private bigint not null,
          primary key (organisation_id, membership_id, word))`,
      },
      `create index member_word_of on member_word (organisation_id, word, membership_id, is_private)`,
    ],
  },
  {
    name: '16 words of scripts without spaces',
    // The words are computed again at the next start.
    statements: [`update membership set words_hash = ''`],
  },
  {
    name: '18 changes of many members at once',
    statements: [
      `alter table import_run add column is_bulk bigint not null default 0`,
      `create table bulk_change (
        organisation_id bigint not null, id bigint not null, person_id bigint not null, created_at bigint not null,
        touched_at bigint not null, state text not null, action text not null, reason text,
        member_ids text not null, done bigint not null, changed bigint not null, unchanged bigint not null,
        refused bigint not null, first_ids text not null, run_id bigint,
        primary key (organisation_id, id))`,
      `create table bulk_problem (
        organisation_id bigint not null, bulk_id bigint not null, membership_id bigint not null,
        problems text not null,
        primary key (organisation_id, bulk_id, membership_id))`,
    ],
  },
  {
    name: '19 saved views of the office',
    statements: [
      `create table saved_view (
        organisation_id bigint not null, id bigint not null, person_id bigint not null, name text not null,
        list text not null, is_shared bigint not null,
        primary key (organisation_id, id))`,
    ],
  },
  {
    name: '22 the noun for members and how to reach the association',
    statements: [
      `alter table organisation add column noun_one text not null default ''`,
      `alter table organisation add column noun_many text not null default ''`,
      `alter table organisation add column contact_email text`,
      `alter table chapter add column contact text not null default ''`,
    ],
  },
  {
    name: '26 the appearance of an organisation',
    statements: [
      `alter table organisation add column font text not null default 'system'`,
      `alter table organisation add column logo text`,
      `alter table organisation add column dark_logo text`,
      `alter table organisation add column square_logo text`,
      `alter table organisation add column social_picture text`,
      `alter table organisation add column heading text not null default ''`,
      `alter table organisation add column introduction text not null default ''`,
      `alter table organisation add column footer_links text not null default ''`,
      {
        sqlite: `create table picture (
          organisation_id bigint not null, name text not null, content text not null, added_at bigint not null,
          primary key (organisation_id, name)) without rowid`,
        postgres: `create table picture (
          organisation_id bigint not null, name text collate "C" not null, content text not null,
          added_at bigint not null, primary key (organisation_id, name))`,
      },
    ],
  },
  {
    name: '20 reminders',
    statements: [
      `create table notice_settings (
        organisation_id bigint primary key not null, is_on bigint not null, per_minute bigint not null,
        notices text not null, noticed_through text, stopped_at bigint, claimed_at bigint not null)`,
      `create table notice_exclusion (
        organisation_id bigint not null, membership_id bigint not null,
        primary key (organisation_id, membership_id))`,
      `create table notice_mail (
        organisation_id bigint not null, membership_id bigint not null, notice_id bigint not null,
        expiry_date text not null, days bigint not null, person_id bigint not null, email text not null,
        state text not null, recorded_at bigint not null, changed_at bigint not null, retry_at bigint not null,
        attempts bigint not null, problem text, smtp_code bigint,
        primary key (organisation_id, membership_id, notice_id, expiry_date))`,
      `create index notice_mail_state on notice_mail (
        organisation_id, state, retry_at, membership_id, notice_id, expiry_date)`,
      `create index notice_mail_changed on notice_mail (
        organisation_id, changed_at, membership_id, notice_id, expiry_date)`,
      `create index notice_mail_person on notice_mail (organisation_id, person_id)`,
    ],
  },
  {
    name: '17 notes of the office about people',
    statements: [
      `create table note (
        organisation_id bigint not null, id bigint not null, person_id bigint not null, text text not null,
        written_by bigint not null, written_at bigint not null, changed_by bigint, changed_at bigint,
        primary key (organisation_id, id))`,
      `create index note_of on note (organisation_id, person_id, id)`,
    ],
  },
  {
    name: '24 synonyms of an organisation',
    statements: [`alter table organisation add column synonyms text not null default ''`],
  },
  {
    name: '30 filters on single fields in the office',
    statements: [
      // The words of single fields are computed at the next start.
      `update membership set words_hash = ''`,
      `create index membership_owed on membership (organisation_id, amount_outstanding_thousandths, id)
        where amount_outstanding_thousandths > 0`,
    ],
  },
  {
    name: '31 answers for members only',
    statements: [`alter table extra add column is_members_only bigint not null default 0`],
  },
  {
    name: '32 what chapter officers see',
    statements: [
      `alter table organisation add column officer_access text not null default ''`,
      // The words are computed again at the next start: the earlier ones do not say which fields they come from.
      `drop table member_word`,
      {
        sqlite: `create table member_word (
          organisation_id bigint not null, membership_id bigint not null, word text not null,
          kinds bigint not null,
          primary key (organisation_id, membership_id, word)) without rowid`,
        postgres: `create table member_word (
          organisation_id bigint not null, membership_id bigint not null, word text collate "C" not null,
          kinds bigint not null,
          primary key (organisation_id, membership_id, word))`,
      },
      `create index member_word_of on member_word (organisation_id, word, membership_id, kinds)`,
      `update membership set words_hash = ''`,
    ],
  },
  {
    name: '33 whether readers see contact details',
    statements: [`alter table organisation add column readers_see_contact bigint not null default 0`],
  },
  {
    name: '33 beginnings of names on PostgreSQL',
    // Unless the database has the locale C, PostgreSQL needs an index of this kind to find the beginning of a text
    // (`like 'ab%'`).
    statements: (
      [
        ['person_first_name', 'first_name_key'],
        ['person_last_name', 'last_name_key'],
        ['person_organisation', 'organisation_key'],
        ['person_country', 'country_key'],
        ['person_email', 'email_key'],
      ] as const
    ).flatMap(([index, column]) => [
      { sqlite: 'select 1', postgres: `drop index ${index}` },
      {
        sqlite: 'select 1',
        postgres: `create index ${index} on person (organisation_id, ${column} text_pattern_ops, id)`,
      },
    ]),
  },
  {
    name: '38 changed email addresses',
    statements: [
      `create table changed_email (
        organisation_id bigint not null, person_id bigint not null, changed_at bigint not null,
        primary key (organisation_id, person_id))`,
    ],
  },
  {
    name: '39 membership numbers without spaces',
    statements: [
      `create index membership_number_key on membership (organisation_id, ${numberWithoutSpaces}, id)`,
    ],
  },
  {
    name: '39 the mark of the installation',
    statements: [
      `create table installation (
        singleton bigint primary key not null, id text not null, secret_mark text,
        shown_organisation_id bigint)`,
    ],
  },
  {
    name: '40 whoever is told of a change to a sign-in',
    statements: [
      `alter table account_move add column emails text`,
      `alter table account_move add column ends_grants bigint not null default 1`,
    ],
  },
  {
    name: '41 the searchable members of a status on SQLite',
    // SQLite finds and counts lists of searchable members in this index alone. PostgreSQL would use the wider index less
    // often.
    statements: [
      { sqlite: 'drop index membership_expiry', postgres: 'select 1' },
      {
        sqlite: `create index membership_expiry on membership (
          organisation_id, is_approved, is_owing, expiry_date, id, searchable_until)`,
        postgres: 'select 1',
      },
    ],
  },
  {
    name: '42 the standing of a membership',
    // The databases refuse to store somebody who died, was suspended or has left as approved, whoever writes it.
    statements: [
      `alter table membership add column standing text not null default 'none'
        check (standing = 'none' or is_approved = 0)`,
      `alter table membership add column standing_word text not null default ''`,
      `drop index membership_waiting`,
      `create index membership_waiting on membership (organisation_id, id, standing) where is_approved = 0`,
    ],
  },
  {
    name: '43 areas of an organisation',
    statements: [`alter table organisation add column areas text not null default ''`],
  },
  {
    name: '44 persons who are not the same',
    statements: [
      `create table distinct_person (
        organisation_id bigint not null, person_id bigint not null, other_id bigint not null,
        primary key (organisation_id, person_id, other_id))`,
      `create index distinct_person_other on distinct_person (organisation_id, other_id)`,
    ],
  },
  {
    name: '44 a directory that is closed',
    // The directories of associations that exist stay open.
    statements: [`alter table organisation add column is_directory_closed bigint not null default 0`],
  },
  {
    name: '45 introductions, services, areas and opening hours',
    statements: [
      `alter table membership add column introduction text not null default ''`,
      `alter table membership add column services text not null default ''`,
      `alter table membership add column areas text not null default ''`,
      `alter table location add column opening_hours text not null default ''`,
    ],
  },
  {
    name: '46 cards without the membership type',
    // The cards of associations that exist keep it.
    statements: [`alter table organisation add column is_type_hidden bigint not null default 0`],
  },
  {
    name: '47 what members propose for their own entry',
    statements: [
      `alter table organisation add column own_entry text not null default ''`,
      `create table proposal (
        organisation_id bigint not null, membership_id bigint not null, changes text not null,
        proposed_at bigint not null, declined_at bigint, answer text not null default '',
        primary key (organisation_id, membership_id))`,
    ],
  },
  {
    name: '48 how many people a company may add',
    statements: [`alter table membership_type add column max_sub_members bigint not null default 0`],
  },
  {
    name: '49 members who leave',
    statements: [
      `create table leaving (
        organisation_id bigint not null, membership_id bigint not null, said_on text not null,
        last_day text, reason text not null, primary key (organisation_id, membership_id))`,
    ],
  },
  {
    name: '50 what only members see',
    // Nothing: an upgrade shows members nothing new.
    statements: [
      `alter table membership add column is_members_listed bigint not null default 0`,
      `alter table membership add column show_members_fields text`,
      `alter table membership_document add column members_show_list text`,
      `alter table organisation add column has_members_directory bigint not null default 0`,
    ],
  },
  {
    name: '51 pages for members',
    statements: [
      `create table page (
        organisation_id bigint not null, id bigint not null, title text not null, text text not null,
        audience text not null, files text not null, primary key (organisation_id, id))`,
      `create table page_file (
        organisation_id bigint not null, hash text not null, content text not null, added_at bigint not null,
        primary key (organisation_id, hash))`,
    ],
  },
  {
    name: '52 when members confirmed their entry',
    statements: [`alter table membership add column confirmed_on text`],
  },
  {
    name: '53 pictures of members',
    statements: [
      `alter table membership add column picture text`,
      `create table member_picture (
        organisation_id bigint not null, membership_id bigint not null, id text not null, files text not null,
        added_at bigint not null, primary key (organisation_id, membership_id, id))`,
    ],
  },
  {
    name: '54 last names and states in one index',
    // A search for a last name in a state compares the states in the index. Otherwise it would read the row of each
    // person with that name, and these rows are in different pages of the file.
    statements: [
      `drop index person_last_name`,
      {
        sqlite: `create index person_last_name on person (organisation_id, last_name_key, id, state_key)`,
        postgres: `create index person_last_name on person
          (organisation_id, last_name_key text_pattern_ops, id, state_key)`,
      },
    ],
  },
  {
    name: '55 questions on cards',
    statements: [`alter table extra add column is_on_card bigint not null default 0`],
  },
];
