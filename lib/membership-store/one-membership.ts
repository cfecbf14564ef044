import { sql, type Kysely } from 'kysely';
import type { MembersDatabase } from './members-schema';

/** A person would have two individual memberships (docs/decisions.md 1). */
export class SecondMembershipError extends Error {
  override name = 'SecondMembershipError';
}

/** For more persons than this, all memberships are searched. */
const askedFor = 500;

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
  if (personIds.size <= askedFor) memberships = memberships.where('person_id', 'in', [...personIds]);
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
