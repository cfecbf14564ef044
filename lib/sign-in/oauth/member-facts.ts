import { toStanding, type MembershipStanding, type Standing } from '@/lib/contract/standing';
import type { Chapter, LoggedInUser } from '@/lib/contract/resources';
import { findPersonStanding } from '@/lib/sign-in/accounts/person-standing';
import { readLoggedInUser } from '@/lib/store/lists/logged-in-user';
import { readSeats } from '@/lib/store/committee';
import type { Store } from '@/lib/store/database';
import { readDay } from '@/lib/store/day';

/** The facts that the rules of clients and the membership claims need (docs/standing-table.md). */
export interface MemberFacts {
  isRemoved: boolean;
  standing: Standing;
  /** The memberships that are valid today. */
  valid: MembershipStanding[];
  /** The state in the person's address. */
  state: string;
  /** The committees on which the person serves today. The organisation's own committee has the ID `own`. */
  committees: Chapter[];
}

/** null: there is no such person. */
export async function readMemberFacts(
  { members }: Store,
  { organisationId, personId, now }: { organisationId: number; personId: number; now: Date },
): Promise<MemberFacts | null> {
  const day = await readDay(members, organisationId, now);
  if (day === null) return null;
  const holder = await findPersonStanding(members, { organisationId, personId, today: day.today });
  if (holder === null) return null;
  const json = await readLoggedInUser(members, {
    day,
    seesAdminExtras: false,
    seesStanding: true,
    ...holder,
  });
  if (json === null) return null;
  // readLoggedInUser wrote this JSON.
  const user = JSON.parse(json) as LoggedInUser;
  const standing = toStanding(user, day.today);
  return {
    isRemoved: holder.isRemoved,
    standing,
    valid: standing.memberships.filter(({ isValid }) => isValid),
    state: user.Address.State,
    committees: await readCommittees(members, {
      organisationId,
      personId: holder.personId,
      today: day.today,
    }),
  };
}

async function readCommittees(
  members: Store['members'],
  { organisationId, personId, today }: { organisationId: number; personId: number; today: string },
): Promise<Chapter[]> {
  const seats = (await readSeats(members, organisationId, personId)).filter(
    ({ startsOn, endsOn }) =>
      (startsOn === null || startsOn <= today) && (endsOn === null || endsOn >= today),
  );
  if (seats.length === 0) return [];
  const organisation = await members
    .selectFrom('organisation')
    .select('name')
    .where('id', '=', organisationId)
    .executeTakeFirst();
  const chapters = await members
    .selectFrom('chapter')
    .select(['id', 'name'])
    .where('organisation_id', '=', organisationId)
    .orderBy('id')
    .execute();
  const all = [{ id: null, name: organisation?.name ?? '' }, ...chapters].filter(({ id }) =>
    seats.some(({ chapterId }) => chapterId === id),
  );
  return all.map(({ id, name }) => ({ ID: id === null ? ownCommittee : String(id), Name: name }));
}

/** The organisation's own committee, which belongs to no chapter. */
export const ownCommittee = 'own';
