import { sql, type Kysely } from 'kysely';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import { numberWithoutSpaces } from '@/lib/store/schema/members-migrations';
import { inChunks } from '@/lib/store/sql/in-chunks';

type Db = Kysely<MembersDatabase>;

/** A number that several memberships have. The IDs are in ascending order. */
export interface SharedNumber {
  number: string;
  membershipIds: number[];
}

/** A membership would get a number that another membership has. */
export class TakenNumberError extends Error {
  override name = 'TakenNumberError';
  constructor(readonly shared: SharedNumber) {
    super(`memberships ${shared.membershipIds.join(' and ')} would have the same number`);
  }
}

/** Two numbers are the same if their keys are equal. '': the membership has no number. */
export function numberKey(number: string): string {
  return number.replace(/^[ \t\r\n\u00a0]+|[ \t\r\n\u00a0]+$/g, '');
}

const key = sql<string>`${sql.raw(numberWithoutSpaces)}`;

/** The IDs of the memberships with each of these numbers, in ascending order. The keys are those of `numberKey`. */
export async function findNumberHolders(
  db: Db,
  organisationId: number,
  keys: readonly string[],
): Promise<Map<string, number[]>> {
  const holders = new Map<string, number[]>();
  for (const some of inChunks(keys)) {
    const rows = await db
      .selectFrom('membership')
      .select(['id', key.as('number')])
      .where('organisation_id', '=', organisationId)
      .where(key, 'in', some)
      .orderBy('id')
      .execute();
    for (const { id, number } of rows) holders.set(number, [...(holders.get(number) ?? []), id]);
  }
  return holders;
}

/** For more numbers, all numbers of the organisation are compared. */
const requestedFor = 1000;

/** @param among keys of `numberKey`. null: all numbers */
export async function findSharedNumbers(
  db: Db,
  organisationId: number,
  among: ReadonlySet<string> | null,
): Promise<SharedNumber[]> {
  if (among?.size === 0) return [];
  let memberships = db
    .selectFrom('membership')
    .select(key.as('number'))
    .where('organisation_id', '=', organisationId);
  if (among !== null && among.size <= requestedFor) memberships = memberships.where(key, 'in', [...among]);
  const rows = await memberships
    .groupBy(key)
    .having(sql<number>`count(*)`, '>', 1)
    .orderBy('number')
    .execute();
  const shared = rows
    .map(({ number }) => number)
    .filter((number) => number !== '' && (among === null || among.has(number)));
  const holders = await findNumberHolders(db, organisationId, shared);
  return shared.map((number) => ({ number, membershipIds: holders.get(number) ?? [] }));
}
