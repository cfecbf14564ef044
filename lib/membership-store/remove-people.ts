import type { Kysely } from 'kysely';
import type { MembersDatabase } from '@/lib/membership-schema/members-schema';

type Db = Kysely<MembersDatabase>;

/** The IDs of people without a membership or a role, in order. */
export async function readPeopleWithoutMembership(db: Db, organisationId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('person')
    .select('person.id')
    .where('person.organisation_id', '=', organisationId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('membership')
            .select('membership.id')
            .where('membership.organisation_id', '=', organisationId)
            .whereRef('membership.person_id', '=', 'person.id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('role')
            .select('role.role')
            .where('role.organisation_id', '=', organisationId)
            .whereRef('role.person_id', '=', 'person.id'),
        ),
      ),
    )
    .orderBy('person.id')
    .execute();
  return rows.map(({ id }) => id);
}
