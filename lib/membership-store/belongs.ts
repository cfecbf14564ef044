import type { ExpressionBuilder } from 'kysely';
import type { MembersDatabase } from '@/lib/membership-schema/members-schema';

type People = ExpressionBuilder<MembersDatabase, 'person'>;

/** The person has a membership, a present or future committee seat, or a role in the office. */
export function belongs({ exists, or, selectFrom }: People, today: string) {
  return or([
    exists(
      selectFrom('membership')
        .select('membership.id')
        .whereRef('membership.organisation_id', '=', 'person.organisation_id')
        .whereRef('membership.person_id', '=', 'person.id'),
    ),
    exists(
      selectFrom('committee_seat as seat')
        .select('seat.position')
        .whereRef('seat.organisation_id', '=', 'person.organisation_id')
        .whereRef('seat.person_id', '=', 'person.id')
        .where((is) => is.or([is('seat.ends_on', 'is', null), is('seat.ends_on', '>=', today)])),
    ),
    exists(
      selectFrom('role')
        .select('role.role')
        .whereRef('role.organisation_id', '=', 'person.organisation_id')
        .whereRef('role.person_id', '=', 'person.id'),
    ),
  ]);
}
