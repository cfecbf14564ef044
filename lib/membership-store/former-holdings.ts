/** Memberships that a person no longer has, from the journal. */
import { sql, type Kysely } from 'kysely';
import { personIdName } from './journal-fields';
import type { MembersDatabase } from '@/lib/membership-schema/members-schema';

/** The part of a membership's history in which a person held it. */
export interface FormerHolding {
  membershipId: number;
  /** The journal positions of its first and last change. */
  from: number;
  through: number;
}

/** Exactly the condition of the index `journal_former_holder`. */
const isOfHolder = sql<boolean>`kind = 'membership' and (operation = 'removed' or changes like '%"User.ID":[%')`;

/** What these persons had, according to rows in which a membership was removed or got another person. */
export async function readFormerHoldings(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  personIds: readonly number[],
): Promise<FormerHolding[]> {
  const ids = personIds.map(String);
  const rows = await db
    .selectFrom('journal')
    .select(['position', 'record_id', 'operation', 'changes'])
    .where('organisation_id', '=', organisationId)
    .where(isOfHolder)
    .where((eb) => eb.or(ids.map((id) => eb('changes', 'like', `%"${id}"%`))))
    .orderBy('position')
    .execute();
  const holdings: FormerHolding[] = [];
  const since = new Map<number, number>();
  for (const { position, record_id: membershipId, operation, changes } of rows) {
    const value = Object(JSON.parse(changes ?? '{}'))[personIdName] as unknown;
    const [before, after] = operation === 'removed' ? [value, null] : Array.isArray(value) ? value : [];
    if (ids.includes(String(before))) {
      holdings.push({ membershipId, from: since.get(membershipId) ?? 0, through: position });
      since.delete(membershipId);
    }
    if (ids.includes(String(after))) since.set(membershipId, position);
  }
  return holdings;
}
