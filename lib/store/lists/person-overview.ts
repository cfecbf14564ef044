import type { Kysely } from 'kysely';
import { readSeats } from '@/lib/store/committee';
import type { Day } from '@/lib/store/day';
import { readPersons } from '@/lib/store/member-records';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { readAliases } from '@/lib/store/person-aliases';
import type { CommitteeSeatRecord, PersonRecord, RoleRecord } from '@/lib/store/schema/records';
import { readRole } from '@/lib/store/roles';
import { statusOn } from '@/lib/store/status';

export interface PersonOverview {
  person: PersonRecord;
  memberships: {
    id: number;
    kind: 'individual' | 'corporate';
    membershipNumber: string;
    type: string;
    expiryDate: string | null;
    status: string;
    isApproved: boolean;
  }[];
  seats: Omit<CommitteeSeatRecord, 'personId'>[];
  role: Omit<RoleRecord, 'id'>;
  aliases: number[];
}

/** null: the organisation has no such person. */
export async function readPersonOverview(
  db: Kysely<MembersDatabase>,
  day: Day,
  personId: number,
): Promise<PersonOverview | null> {
  const { organisationId } = day;
  const person = (await readPersons(db, organisationId, [personId])).get(personId);
  if (person === undefined) return null;
  const rows = await db
    .selectFrom('membership as m')
    .innerJoin('membership_type as t', (join) =>
      join.onRef('t.organisation_id', '=', 'm.organisation_id').onRef('t.id', '=', 'm.type_id'),
    )
    .select(['m.id', 'm.kind', 'm.membership_number as membershipNumber', 'm.expiry_date as expiryDate'])
    .select(['m.is_owing', 'm.is_approved', 't.name as type'])
    .where('m.organisation_id', '=', organisationId)
    .where('m.person_id', '=', personId)
    .orderBy('m.id')
    .execute();
  const memberships = rows.map(({ is_owing, is_approved, ...row }) => ({
    ...row,
    status: statusOn(day, { isOwing: is_owing === 1, expiryDate: row.expiryDate }),
    isApproved: is_approved === 1,
  }));
  const seats = await readSeats(db, organisationId, personId);
  const aliases = await readAliases(db, organisationId, [personId]);
  const { role, chapterIds } = await readRole(db, organisationId, personId);
  return { person, memberships, seats, role: { role, chapterIds }, aliases };
}
