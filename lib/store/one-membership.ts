import { sql, type Kysely } from 'kysely';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { compileByIds } from '@/lib/store/sql/prepared-query';
import type { MembershipRecord } from '@/lib/store/schema/records';

/** A person would have two individual memberships (docs/decisions.md 1). */
export class SecondMembershipError extends Error {
  override name = 'SecondMembershipError';
}

/** The maximum number of person IDs in the query. For more persons, the query reads all memberships. */
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

export interface Holding {
  individualId: number | null;
  isContact: boolean;
}

export const noHolding: Holding = { individualId: null, isContact: false };

export async function readHoldings(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  personIds: readonly number[],
): Promise<Map<number, Holding>> {
  const found = new Map<number, Holding>();
  for (const { id, person_id, kind } of await readHeld(db, organisationId, personIds))
    found.set(person_id, withMembership(found.get(person_id), { id, kind }));
  return found;
}

const readHeld = compileByIds((db: Kysely<MembersDatabase>, hasIds) =>
  db.selectFrom('membership').select(['id', 'person_id', 'kind']).where(hasIds('person_id')),
);

/**
 * Adds a membership to a person's holding. The holding has the ID of the individual membership. It also says whether
 * the person is a company's contact.
 */
export function withMembership(
  holding: Holding | undefined,
  { id, kind }: Pick<MembershipRecord, 'id' | 'kind'>,
): Holding {
  const before = holding ?? noHolding;
  return kind === 'individual' ? { ...before, individualId: id } : { ...before, isContact: true };
}
