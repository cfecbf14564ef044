/**
 * Finds out whether a person still belongs to the association. Removed persons can use only their own data
 * (docs/decisions.md, J7).
 */
import type { Kysely, SqlBool } from 'kysely';
import { belongs } from '@/lib/store/belongs';
import type { Store } from '@/lib/store/database';
import { readDay } from '@/lib/store/day';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { prepareQuery } from '@/lib/store/sql/prepared-query';

export interface PersonStanding {
  personId: number;
  /**
   * Whether the person has no membership of any status, no committee seat that has not ended, and no role in the
   * office.
   */
  isRemoved: boolean;
}

/**
 * Returns null if there is no such person, or the person was merged into another person: nobody acts as the survivor
 * with a sign-in of the merged record (S4).
 * @param today the organisation's ISO date
 */
export async function findPersonStanding(
  members: Kysely<MembersDatabase>,
  { organisationId, personId, today }: { organisationId: number; personId: number; today: string },
): Promise<PersonStanding | null> {
  const [person] = await readStanding(members, [today, organisationId, personId]);
  return person === undefined ? null : { personId, isRemoved: !person.belongs };
}

/** The result is also true for a person who does not exist. */
export async function isRemovedPerson(
  { members }: Store,
  { organisationId, personId, now }: { organisationId: number; personId: number; now: Date },
): Promise<boolean> {
  const day = await readDay(members, organisationId, now);
  const standing =
    day === null ? null : await findPersonStanding(members, { organisationId, personId, today: day.today });
  return standing?.isRemoved ?? true;
}

const readStanding = prepareQuery((members: Kysely<MembersDatabase>) =>
  members
    .selectFrom('person')
    // On SQLite, which has no boolean type, the result is 0 or 1.
    .select((is) => belongs(is, '').$castTo<SqlBool>().as('belongs'))
    .where('organisation_id', '=', 0)
    .where('id', '=', 0),
);
