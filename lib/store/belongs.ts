import { sql, type ExpressionBuilder, type Kysely } from 'kysely';
import { waitingStandings, type Standing } from '@/lib/contract/words';
import { inChunks } from '@/lib/store/sql/in-chunks';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';

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

/**
 * People who get no invitation: those who died, and those whose memberships are all suspended or cancelled
 * (docs/decisions.md, M1). By person: one of these standings.
 * @param personIds the people to check. null: everybody
 */
export async function readPassedOver(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  personIds: readonly number[] | null,
): Promise<Map<number, Standing>> {
  const passedOver = new Map<number, Standing>();
  for (const ids of inChunks(personIds ?? (await readMarked(db, organisationId)))) {
    const rows = await db
      .selectFrom('membership')
      .select(['person_id', 'standing'])
      .where('organisation_id', '=', organisationId)
      .where('person_id', 'in', ids)
      .execute();
    const dead = rows.filter(({ standing }) => standing === 'deceased');
    const members = new Set(rows.flatMap((row) => (isWaiting(row.standing) ? row.person_id : [])));
    const others = rows.filter(({ person_id }) => !members.has(person_id));
    for (const row of [...others, ...dead]) passedOver.set(row.person_id, row.standing);
  }
  return passedOver;
}

function isWaiting(standing: Standing): boolean {
  return waitingStandings.some((one) => one === standing);
}

async function readMarked(db: Kysely<MembersDatabase>, organisationId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('membership')
    .select('person_id')
    .distinct()
    .where('organisation_id', '=', organisationId)
    // The partial index has only members who are not approved. A query uses it only with the literal 0.
    .where('is_approved', '=', sql.lit(0))
    .where('standing', 'not in', waitingStandings)
    .execute();
  return rows.map(({ person_id }) => person_id);
}
