import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import { toEntry } from './journal-members';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import type { CommitteeSeatRecord } from '@/lib/store/schema/records';
import { readSeatHolders } from './remove-items';
import { upsertRows } from './upsert';
import type { WriteState } from './write-state';

type Seat = Omit<CommitteeSeatRecord, 'personId'>;

/** Committee seats, also past and future ones. */
export class CommitteesWriter {
  readonly #state: WriteState;

  constructor(state: WriteState) {
    this.#state = state;
  }

  async seatsOf(personId: number): Promise<Seat[]> {
    return readSeats(this.#state.db, this.#state.organisationId, personId);
  }

  /** Replaces all seats of the person or, after a merge, of the surviving person. */
  async put(ofPerson: number, seats: readonly Seat[]): Promise<void> {
    const { db, organisationId, aliases, journal } = this.#state;
    const personId = await aliases.survivorOf(ofPerson);
    const before = { id: personId, seats: await this.seatsOf(personId) };
    const after = { id: personId, seats: seats.map(toSeat) };
    if (isDeepStrictEqual(before, after)) return;
    await db
      .deleteFrom('committee_seat')
      .where('organisation_id', '=', organisationId)
      .where('person_id', '=', personId)
      .execute();
    const rows = after.seats.map((seat, position) => ({
      organisation_id: organisationId,
      person_id: personId,
      position,
      chapter_id: seat.chapterId,
      starts_on: seat.startsOn,
      ends_on: seat.endsOn,
    }));
    await upsertRows(db, 'committee_seat', ['organisation_id', 'person_id', 'position'], rows);
    await journal.add(toEntry('committee', personId, { before, after }));
    this.#state.hasChanged = true;
  }

  async removeOf(chapterId: number): Promise<void> {
    const { db, organisationId } = this.#state;
    for (const personId of await readSeatHolders(db, organisationId, chapterId)) {
      const seats = await this.seatsOf(personId);
      await this.put(
        personId,
        seats.filter((seat) => seat.chapterId !== chapterId),
      );
    }
  }
}

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
  return rows.map(toSeat);
}

function toSeat({ chapterId, startsOn, endsOn }: Seat): Seat {
  return { chapterId, startsOn, endsOn };
}

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
