import type { Kysely } from 'kysely';
import type { Day } from '@/lib/store/day';
import { toUser } from '@/lib/store/documents';
import { findPerson } from '@/lib/store/member-records';
import { readSeats } from '@/lib/store/committee';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { statusOn } from '@/lib/store/status';

/**
 * Returns JSON (v2) with the person, all memberships of the person (approved or not) and the person's committees. null:
 * there is no such person. Imports give each person at most one individual membership. If a person has several all the
 * same, the first one is used.
 */
export async function readLoggedInUser(
  db: Kysely<MembersDatabase>,
  query: { day: Day; personId: number; seesAdminExtras: boolean; isRemoved: boolean; seesStanding: boolean },
): Promise<string | null> {
  const { day, personId } = query;
  const person = await findPerson(db, day.organisationId, personId);
  if (person === null) return null;
  const rows = await readMemberships(db, day.organisationId, personId);
  const own = rows.find((row) => row.kind === 'individual');
  const corporate = rows.filter((row) => row.kind === 'corporate');
  const parts = [
    JSON.stringify(toUser(person)).slice(0, -1),
    `"Membership":${own === undefined ? 'null' : await ownMembership(db, own, query)}`,
    `"CorporateMemberships":[${corporate.map((row) => corporateMembership(row, person.organisation, query)).join()}]`,
    `"CommitteeMemberships":${JSON.stringify(await readCommittee(db, rows, query))}`,
    `"ID":"${personId}"`,
    ...(query.isRemoved ? ['"Removed":true'] : []),
  ];
  return `${parts.join()}}`;
}

type Row = Awaited<ReturnType<typeof readMemberships>>[number];
type LoggedInUserQuery = Parameters<typeof readLoggedInUser>[1];

async function readMemberships(db: Kysely<MembersDatabase>, organisationId: number, personId: number) {
  return db
    .selectFrom('membership as m')
    .innerJoin('membership_document as d', (join) =>
      join.onRef('d.organisation_id', '=', 'm.organisation_id').onRef('d.membership_id', '=', 'm.id'),
    )
    .select(['m.id', 'm.kind', 'm.parent_id', 'm.expiry_date', 'm.is_owing', 'm.is_approved'])
    .select(['m.standing', 'd.head', 'd.body', 'd.admin_body', 'd.payment'])
    .where('m.organisation_id', '=', organisationId)
    .where('m.person_id', '=', personId)
    .orderBy('m.id')
    .execute();
}

async function ownMembership(
  db: Kysely<MembersDatabase>,
  row: Row,
  query: LoggedInUserQuery,
): Promise<string> {
  const parent = row.parent_id === null ? null : await readParent(db, row.parent_id, query);
  return `${shared(row, query)},${standing(row, query)},"Parent":${JSON.stringify(parent)}}`;
}

function corporateMembership(row: Row, name: string, query: LoggedInUserQuery): string {
  const membershipName = `"MembershipName":${JSON.stringify(name)}`;
  return `${shared(row, query)},${membershipName},${standing(row, query)},"Parent":null}`;
}

function shared(row: Row, { day, seesAdminExtras }: LoggedInUserQuery): string {
  const body = seesAdminExtras ? (row.admin_body ?? row.body) : row.body;
  return `${row.head}"${statusOf(row, day)}"${body}${row.payment}`;
}

/** Published login plugins read these fields, which extend the contract (docs/decisions.md 21). */
function standing(row: Row, query: LoggedInUserQuery): string {
  const shown = JSON.stringify(shownStanding(row, query)).slice(1, -1);
  return `"Checked":${row.is_approved === 1},"Expired":${isExpired(row, query.day)}${shown && `,${shown}`}`;
}

/** An applicant only waits for approval, as `Checked` says. */
function shownStanding({ standing: of }: Pick<Row, 'standing'>, { seesStanding }: LoggedInUserQuery) {
  return seesStanding && of !== 'none' && of !== 'applicant' ? { Standing: of } : {};
}

async function readParent(db: Kysely<MembersDatabase>, parentId: number, query: LoggedInUserQuery) {
  const { day } = query;
  const row = await db
    .selectFrom('membership as m')
    .innerJoin('person as p', (join) =>
      join.onRef('p.organisation_id', '=', 'm.organisation_id').onRef('p.id', '=', 'm.person_id'),
    )
    .select(['m.expiry_date', 'm.is_owing', 'm.is_approved', 'm.standing', 'p.organisation'])
    .where('m.organisation_id', '=', day.organisationId)
    .where('m.id', '=', parentId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    ID: String(parentId),
    MembershipName: row.organisation,
    ExpiryDate: row.expiry_date,
    Status: statusOf(row, day),
    Checked: row.is_approved === 1,
    Expired: isExpired(row, day),
    ...shownStanding(row, query),
  };
}

async function readCommittee(
  db: Kysely<MembersDatabase>,
  memberships: Row[],
  { day, personId }: LoggedInUserQuery,
) {
  const seats = await readSeats(db, day.organisationId, personId);
  const current = seats.find(
    ({ chapterId, startsOn, endsOn }) =>
      chapterId !== null &&
      (startsOn === null || startsOn <= day.today) &&
      (endsOn === null || endsOn >= day.today),
  );
  const chapter = await db
    .selectFrom('chapter')
    .select(['id', 'name'])
    .where('organisation_id', '=', day.organisationId)
    .where('id', '=', current?.chapterId ?? -1)
    .executeTakeFirst();
  const isFinancial = memberships.some(
    (row) => row.is_approved === 1 && ['financial', 'expiring'].includes(statusOf(row, day)),
  );
  return {
    Chapter: chapter === undefined ? null : { ID: String(chapter.id), Name: chapter.name },
    Financial: isFinancial,
  };
}

function statusOf(row: Pick<Row, 'is_owing' | 'expiry_date'>, day: Day) {
  return statusOn(day, { isOwing: row.is_owing === 1, expiryDate: row.expiry_date });
}

function isExpired({ expiry_date }: Pick<Row, 'expiry_date'>, day: Day): boolean {
  return expiry_date !== null && expiry_date < day.today;
}
