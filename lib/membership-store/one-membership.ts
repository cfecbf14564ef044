import { sql, type Kysely } from 'kysely';
import type { MembersDatabase } from './members-schema';

/** A person would have two individual memberships (docs/decisions.md 1). */
export class SecondMembershipError extends Error {
  override name = 'SecondMembershipError';
}

/** For more persons than this, all memberships are searched. */
const requestedFor = 1000;

/** @throws SecondMembershipError if one of these persons has more than one individual membership */
export async function requireOneMembershipEach(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  personIds: ReadonlySet<number>,
): Promise<void> {
  if (personIds.size === 0) return;
  let memberships = db
    .selectFrom('membership')
    .where('organisation_id', '=', organisationId)
    .where('kind', '=', 'individual');
  if (personIds.size <= requestedFor) memberships = memberships.where('person_id', 'in', [...personIds]);
  const found = await memberships
    .select(['person_id', sql<number>`min(id)`.as('first'), sql<number>`max(id)`.as('last')])
    .groupBy('person_id')
    .having(sql<number>`count(*)`, '>', 1)
    .orderBy('person_id')
    .limit(1)
    .executeTakeFirst();
  if (found === undefined) return;
  throw new SecondMembershipError(
    `person ${found.person_id} would have individual memberships ${found.first} and ${found.last}: a person has one at most`,
  );
}

/** The individual memberships of these persons, by person. */
export async function readIndividualMemberships(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  personIds: readonly number[],
): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  for (let start = 0; start < personIds.length; start += requestedFor) {
    const rows = await db
      .selectFrom('membership')
      .select(['id', 'person_id'])
      .where('organisation_id', '=', organisationId)
      .where('kind', '=', 'individual')
      .where('person_id', 'in', personIds.slice(start, start + requestedFor))
      .execute();
    for (const row of rows) found.set(row.person_id, row.id);
  }
  return found;
}
