import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import type { MembersDatabase } from './members-schema';
import type { CommitteeSeatRecord } from './records';

type Seat = Omit<CommitteeSeatRecord, 'personId'>;

/** Replaces a person's seats. false: they are the same. */
export async function putSeats(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  personId: number,
  seats: Seat[],
): Promise<boolean> {
  const wanted = seats.map(({ chapterId, startsOn, endsOn }) => ({ chapterId, startsOn, endsOn }));
  if (isDeepStrictEqual(await readSeats(db, organisationId, personId), wanted)) return false;
  await db
    .deleteFrom('committee_seat')
    .where('organisation_id', '=', organisationId)
    .where('person_id', '=', personId)
    .execute();
  const rows = wanted.map((seat, position) => ({
    organisation_id: organisationId,
    person_id: personId,
    position,
    chapter_id: seat.chapterId,
    starts_on: seat.startsOn,
    ends_on: seat.endsOn,
  }));
  if (rows.length > 0) await db.insertInto('committee_seat').values(rows).execute();
  return true;
}

/** A person's seats, including past and future ones, in the order in which they were stored. */
export async function readSeats(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  personId: number,
): Promise<Seat[]> {
  const rows = await db
    .selectFrom('committee_seat')
    .select(['chapter_id as chapterId', 'starts_on as startsOn', 'ends_on as endsOn'])
    .where('organisation_id', '=', organisationId)
    .where('person_id', '=', personId)
    .orderBy('position')
    .execute();
  return rows.map(({ chapterId, startsOn, endsOn }) => ({ chapterId, startsOn, endsOn }));
}

/** Those of the persons who have a past, current or future seat. */
export async function findSeated(
  db: Kysely<MembersDatabase>,
  organisationId: number,
  personIds: readonly number[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('committee_seat')
    .select('person_id')
    .distinct()
    .where('organisation_id', '=', organisationId)
    .where('person_id', 'in', personIds)
    .execute();
  return rows.map((row) => row.person_id);
}
