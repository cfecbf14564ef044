import type { Kysely } from 'kysely';
import { z } from 'zod';
import { tagOfJson } from '@/lib/base/http/entity-tag';
import { writeRecord } from '@/lib/contract/fields/field';
import { locationFields } from '@/lib/contract/fields/location';
import { toDecimal } from '@/lib/contract/fields/number-kinds';
import type { Membership, MemberResource } from '@/lib/contract/resources';
import type { Day } from './day';
import { inChunks } from '@/lib/store/sql/in-chunks';
import { grouped, readCategories, readLocations, toLocation } from './member-records';
import type { LocationTable, MembersDatabase } from '@/lib/store/schema/members-schema';
import { compileByIds } from '@/lib/store/sql/prepared-query';
import type { KnownMember } from './read-records';
import { isListedForMembersOn, isListedOn, statusOn } from './status';

export interface MemberView {
  seesAdminExtras: boolean;
  /**
   * Whether the reader sees exact points and the parts of addresses that a location's precision hides. For API clients
   * outside the office, this is always false.
   */
  seesExactPoints: boolean;
  /**
   * Further limits: fields and answers that this reader does not see or change. The entity tag is made from the visible
   * values only, so it reveals no hidden value.
   */
  limits?: MemberLimits | null;
  /** Whether errors may name other members, and not only give their IDs. Absent: only their IDs. */
  namesOthers?: boolean;
}

export interface MemberLimits {
  show: (record: MemberResource) => MemberResource;
  /** @param path the path of a field in a member record, such as `User.Address` */
  seesField: (path: string) => boolean;
  seesExtra: (extraId: number) => boolean;
  editsExtra: (extraId: number) => boolean;
}

/** A member record (docs/decisions.md, J1) as one reader sees it. */
export interface MemberDocument {
  record: MemberResource;
  /** A strong tag of exactly these values. It changes with the membership and its person (J3). */
  etag: string;
  personId: number;
  /** Clients that may only read do not see a membership before it is approved. */
  isApproved: boolean;
}

/** Returns memberships by ascending ID, whether or not they are approved. IDs without a membership are left out. */
export async function readMemberDocuments(
  db: Kysely<MembersDatabase>,
  { day, view }: { day: Day; view: MemberView },
  membershipIds: readonly number[],
): Promise<Map<number, MemberDocument>> {
  const documents = new Map<number, MemberDocument>();
  const ids = [...new Set(membershipIds)].sort((a, b) => a - b);
  for (const some of inChunks(ids)) {
    const rows = await readRows(db, day.organisationId, some);
    const categories = grouped(await readCategories(db, day.organisationId, some));
    const locations = grouped(await readLocations(db, day.organisationId, some));
    for (const row of rows) {
      const lists = {
        categoryIds: categories.get(row.id)?.map((one) => one.category_id) ?? [],
        locations: locations.get(row.id) ?? [],
      };
      documents.set(row.id, toMemberDocument(row, lists, { day, view }));
    }
  }
  return documents;
}

type Row = Awaited<ReturnType<typeof readRows>>[number];

/** Documents that this transaction has read or written are not read again. */
export async function toMemberDocuments(
  db: Kysely<MembersDatabase>,
  { day, view }: { day: Day; view: MemberView },
  members: readonly KnownMember[],
): Promise<MemberDocument[]> {
  const unread = members.filter(({ document }) => document === null).map(({ membership }) => membership.id);
  const rows = await readPieces(db, day.organisationId, unread);
  const pieces = new Map(rows.map((row) => [row.membership_id, row]));
  return members.flatMap(({ membership, document, lists }) => {
    const found = document ?? pieces.get(membership.id);
    if (found === undefined) return [];
    const categoryIds = lists.membership_category.map((one) => one.category_id);
    const shown = { categoryIds, locations: lists.location };
    return toMemberDocument({ ...membership, ...found }, shown, { day, view });
  });
}

type Db = Kysely<MembersDatabase>;

const readRows = compileByIds((db: Db, hasIds) =>
  db
    .selectFrom(
      db
        .selectFrom('membership')
        .select(['organisation_id', 'id', 'person_id', 'kind', 'parent_id', 'expiry_date', 'is_owing'])
        .select(['is_approved', 'amount_outstanding_thousandths', 'is_listed', 'show_fields'])
        .select(['is_members_listed', 'show_members_fields'])
        .select(['standing', 'standing_word', 'searchable_until', 'introduction', 'services', 'areas'])
        .select(['confirmed_on', 'picture'])
        .where(hasIds('id'))
        .as('m'),
    )
    .innerJoin('membership_document as d', (join) =>
      join.onRef('d.organisation_id', '=', 'm.organisation_id').onRef('d.membership_id', '=', 'm.id'),
    )
    .select(['m.id', 'm.person_id', 'm.kind', 'm.parent_id', 'm.expiry_date', 'm.is_owing', 'm.is_approved'])
    .select(['m.amount_outstanding_thousandths', 'm.is_listed', 'm.show_fields'])
    .select(['m.is_members_listed', 'm.show_members_fields', 'd.members_show_list'])
    .select(['m.standing', 'm.standing_word', 'm.searchable_until'])
    .select(['m.introduction', 'm.services', 'm.areas', 'm.confirmed_on', 'm.picture'])
    .select(['d.head', 'd.body', 'd.admin_body', 'd.user_object', 'd.payment', 'd.show_list'])
    .orderBy('m.id'),
);
const readPieces = compileByIds((db: Db, hasIds) =>
  db.selectFrom('membership_document').selectAll().where(hasIds('membership_id')),
);

/** Uses the stored pieces of the lists (`documents.ts`), so that the record has the same values as in a list. */
function toMemberDocument(
  row: Omit<Row, 'id'>,
  { categoryIds, locations }: { categoryIds: number[]; locations: LocationTable[] },
  { day, view }: { day: Day; view: MemberView },
): MemberDocument {
  const status = statusOn(day, { isOwing: row.is_owing === 1, expiryDate: row.expiry_date });
  const body = view.seesAdminExtras ? (row.admin_body ?? row.body) : row.body;
  const json = `${row.head}"${status}"${body},"User":${row.user_object}${row.payment}}`;
  // The cast is safe, because the stored pieces were made from a Membership.
  const element = JSON.parse(json) as Membership;
  const whole: MemberResource = {
    ...element,
    // `AmountOutstanding` shows a credit as nothing owed. A client that writes an amount must see the credit.
    Balance: toDecimal(row.amount_outstanding_thousandths, 3),
    User: { ...element.User, ID: String(row.person_id) },
    Kind: row.kind,
    ParentID: row.parent_id === null ? null : String(row.parent_id),
    Checked: row.is_approved === 1,
    Standing: row.standing,
    StandingWord: row.standing_word,
    Introduction: row.introduction,
    Services: row.services,
    Areas: row.areas,
    ConfirmedOn: row.confirmed_on,
    // The cast is safe: the writer stored this JSON.
    Picture: row.picture === null ? null : (JSON.parse(row.picture) as MemberResource['Picture']),
    Categories: categoryIds,
    Directory: {
      Listed: row.is_listed === 1,
      Show: row.show_fields === null ? null : namesIn(row.show_fields),
      MembersListed: row.is_members_listed === 1,
      ShowMembers: row.show_members_fields === null ? null : namesIn(row.show_members_fields),
    },
    PublicEntry: { Listed: isListedOn(day, row), Show: namesIn(row.show_list) },
    MembersEntry: {
      Listed: isListedForMembersOn(day, row),
      Show: namesIn(row.members_show_list ?? row.show_list),
    },
    Locations: locations.map((location) => toShownLocation(location, view)),
  };
  const record = view.limits?.show(whole) ?? whole;
  return { record, etag: tagOfJson(record), personId: row.person_id, isApproved: row.is_approved === 1 };
}

function namesIn(json: string): string[] {
  return z.array(z.string()).parse(JSON.parse(json));
}

function toShownLocation(row: LocationTable, { seesExactPoints }: MemberView): ShownLocation {
  const exact = writeRecord(locationFields, toLocation(row), { nameOf: () => '' });
  if (seesExactPoints) return exact;
  // The stored head has the public point, without the parts of the address that the precision hides.
  const head = `${row.document_head.slice(0, row.document_head.lastIndexOf(','))}}`;
  // The cast is safe, because `toLocationHead` made this JSON.
  return {
    ...(JSON.parse(head) as Omit<ShownLocation, 'Precision' | 'OpeningHours'>),
    OpeningHours: exact.OpeningHours,
    Precision: exact.Precision,
  };
}

type ShownLocation = MemberResource['Locations'][number];
