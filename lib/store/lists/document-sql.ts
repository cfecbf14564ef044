/**
 * Joins the pieces of `documents.ts` in SQL. `m` is the row of `membership`, `d` the row of its document, and `l` the
 * row of a location.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Included } from '@/lib/contract/filters';
import type { ListQuery } from './list-query';
import { isListedSql, statusSql, today } from '@/lib/store/status';

type Piece = RawBuilder<unknown>;

/** Uses `concat`, because `||` copies all earlier pieces each time. */
export function concatenated(pieces: readonly Piece[]): RawBuilder<string> {
  return sql`concat(${sql.join(pieces)})`;
}

/** An element of the v2 list of memberships. */
export function membershipPieces(query: ListQuery): Piece[] {
  const pieces = [...basePieces(query), sql`',"User":'`, sql`d.user_object`, sql`d.payment`];
  const included = query.includes.flatMap((name) => includedPieces[name](query));
  return [...pieces, ...included, sql`'}'`];
}

const includedPieces: Record<Included, (query: ListQuery) => Piece[]> = {
  Directory: ({ day, engine }) => [
    sql`',"Introduction":'`,
    json[engine](sql`m.introduction`),
    sql`',"Services":'`,
    json[engine](sql`m.services`),
    sql`',"Areas":'`,
    json[engine](sql`m.areas`),
    sql`',"ConfirmedOn":'`,
    sql`coalesce(${json[engine](sql`m.confirmed_on`)}, 'null')`,
    sql`',"Picture":'`,
    sql`coalesce(m.picture, 'null')`,
    sql`',"Directory":'`,
    ...publicEntryPieces(day),
  ],
  PublicEntry: ({ day }) => [sql`',"PublicEntry":'`, ...publicEntryPieces(day)],
  MembersEntry: ({ day }) => [
    sql`',"MembersEntry":'`,
    ...entryPieces(
      isListedSql(day.listedStatuses, 'members'),
      sql`coalesce(d.members_show_list, d.show_list)`,
    ),
  ],
  Categories: ({ engine }) => [
    sql`',"Categories":['`,
    sql`(select ${joined[engine](sql`c.category_id`, sql`c.category_id`)} from membership_category c
      where c.organisation_id = m.organisation_id and c.membership_id = m.id)`,
    sql`']'`,
  ],
  Locations: ({ engine }) => [
    sql`',"Locations":['`,
    sql`(select ${joined[engine](locationInMembership(engine), sql`l.id`)} from location l
      where l.organisation_id = m.organisation_id and l.membership_id = m.id)`,
    sql`']'`,
  ],
};

function publicEntryPieces({ listedStatuses }: ListQuery['day']): Piece[] {
  return entryPieces(isListedSql(listedStatuses), sql`d.show_list`);
}

function entryPieces(isListed: Piece, shown: Piece): Piece[] {
  const listed = sql`case when ${isListed} then 'true' else 'false' end`;
  return [sql`'{"Listed":'`, listed, sql`',"Show":'`, shown, sql`'}'`];
}

const membershipKey = ',"Membership":';
// A location as it appears in a member record. The stored head begins with `{"ID":`, contains the public point, and
// ends with `,"Membership":`.
const locationInMembership = (engine: ListQuery['engine']) =>
  concatenated([
    sql`substr(l.document_head, 1, length(l.document_head) - ${sql.lit(membershipKey.length)})`,
    ...locationSettings(engine),
    sql`'}'`,
  ]);

/** What only `Include[]` adds to a location. */
export function locationSettings(engine: ListQuery['engine']): Piece[] {
  return [
    sql`',"OpeningHours":'`,
    json[engine](sql`l.opening_hours`),
    sql`',"Precision":"'`,
    sql`l.precision`,
    sql`'"'`,
  ];
}

const json = {
  sqlite: (text: Piece) => sql`json_quote(${text})`,
  postgres: (text: Piece) => sql`to_json(${text})::text`,
};

// Joins texts in order of ID. SQLite reads the rows from an index that already has this order. An ORDER BY would sort
// the rows again, so SQLite gets none.
const joined = {
  sqlite: (text: Piece, _: Piece) => sql`group_concat(${text}, ',')`,
  postgres: (text: Piece, order: Piece) => sql`string_agg((${text})::text, ',' order by ${order})`,
};

/** An element of the list of locations, up to its `Distance`, which depends on the query and not on the location. */
export function locationPieces(query: ListQuery): Piece[] {
  return [sql`l.document_head`, ...membershipPieces(query)];
}

/** An element of the v1 list of members. */
export function memberV1Pieces(query: ListQuery): Piece[] {
  return [
    sql`substr(d.user_object, 1, length(d.user_object) - 1)`,
    sql`',"Membership":'`,
    ...basePieces(query),
    sql`'}'`,
    sql`d.payment`,
    sql`',"Committee":'`,
    ...committeePieces,
    sql`'}'`,
  ];
}

/** The membership up to the end of `Extras`, without the closing brace. */
function basePieces({ seesAdminExtras }: ListQuery): Piece[] {
  const body = seesAdminExtras ? sql`coalesce(d.admin_body, d.body)` : sql`d.body`;
  return [sql`d.head`, sql`'"'`, statusSql, sql`'"'`, body];
}

const committeeChapter = sql`(select c.document from committee_seat s
  join chapter c on c.organisation_id = s.organisation_id and c.id = s.chapter_id
  where s.organisation_id = m.organisation_id and s.person_id = m.person_id
  and (s.starts_on is null or s.starts_on <= ${today}) and (s.ends_on is null or s.ends_on >= ${today})
  order by s.position limit 1)`;

// Whether the person has a membership that is financial or expiring. Such a membership owes nothing, and its last day
// has not passed. The unary plus keeps SQLite from using the index of expiry dates. With that index, SQLite would read
// all members for each row. The scalar subquery keeps PostgreSQL from reading all members.
const isFinancial = sql`coalesce((select 'true' from membership o where o.organisation_id = m.organisation_id
  and o.person_id = m.person_id and +o.is_approved = 1 and o.is_owing = 0
  and (o.expiry_date is null or o.expiry_date >= ${today}) limit 1), 'false')`;

/**
 * The committees in which the person of `m` serves today, and whether any of the person's memberships is in good
 * standing (docs/decisions.md 6).
 */
const committeePieces: Piece[] = [
  sql`'{"Chapter":'`,
  sql`coalesce(${committeeChapter}, 'null')`,
  sql`',"Financial":'`,
  isFinancial,
  sql`'}'`,
];
