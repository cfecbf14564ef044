import { sql, type Kysely } from 'kysely';
import { isPostgres } from '@/lib/store/sql/prepared-query';
import { personIdName } from './journal-fields';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';

type Db = Kysely<MembersDatabase>;

/** The time in which a person held a membership. */
export interface FormerHolding {
  membershipId: number;
  /** Journal positions of the first and the last change in this time. */
  from: number;
  through: number;
}

/**
 * Finds memberships that these persons held earlier. Reads the journal rows that removed a membership, or gave it to
 * another person.
 */
export async function readFormerHoldings(
  db: Db,
  organisationId: number,
  personIds: readonly number[],
): Promise<FormerHolding[]> {
  const ids = personIds.map(String);
  const holdings: FormerHolding[] = [];
  const since = new Map<number, number>();
  for (const { position, record_id: membershipId, operation, changes } of await readRows(
    db,
    organisationId,
    ids,
  )) {
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

async function readRows(db: Db, organisationId: number, personIds: readonly string[]) {
  // These expressions and conditions are exactly those of the indexes `journal_holder_before` and
  // `journal_holder_after`.
  const [before, after] = isPostgres(db)
    ? [
        sql`substring(changes, '"User\\.ID":\\[?"([0-9]+)"')`,
        sql`substring(changes, '"User\\.ID":\\[[^],]*,"([0-9]+)"')`,
      ]
    : [
        sql`coalesce(json_extract(changes, '$."User.ID"[0]'), json_extract(changes, '$."User.ID"'))`,
        sql`json_extract(changes, '$."User.ID"[1]')`,
      ];
  const gotAnother = sql<boolean>`changes like '%"User.ID":[%'`;
  const ended = sql<boolean>`kind = 'membership' and (operation = 'removed' or ${gotAnother})`;
  const begun = sql<boolean>`kind = 'membership' and ${gotAnother}`;
  const rows = db
    .selectFrom('journal')
    .select(['position', 'record_id', 'operation', 'changes'])
    .where('organisation_id', '=', organisationId);
  const found = [];
  for (const id of personIds) {
    found.push(
      ...(await rows
        .where(ended)
        .where(sql<boolean>`${before} = ${id}`)
        .execute()),
    );
    found.push(
      ...(await rows
        .where(begun)
        .where(sql<boolean>`${after} = ${id}`)
        .execute()),
    );
  }
  // A change that gives a membership from one of these persons to another of them is found twice.
  const byPosition = new Map(found.map((row) => [row.position, row]));
  return [...byPosition.values()].sort((a, b) => a.position - b.position);
}
