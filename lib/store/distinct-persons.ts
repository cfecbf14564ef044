import { toEntry } from './journal-members';
import type { RecordOfKind } from './record-kinds';
import type { WriteState } from './write-state';

type Distinct = RecordOfKind['distinct'];

/** Pairs of persons who are not the same human. The office decided it (docs/decisions.md, M6). */
export class DistinctPersonsWriter {
  readonly #state: WriteState;

  constructor(state: WriteState) {
    this.#state = state;
  }

  /** The persons with higher IDs who are not this one. */
  async of(id: number): Promise<Distinct> {
    const { db, organisationId } = this.#state;
    const rows = await db
      .selectFrom('distinct_person')
      .select('other_id as personId')
      .where('organisation_id', '=', organisationId)
      .where('person_id', '=', id)
      .orderBy('other_id')
      .execute();
    return { id, others: rows };
  }

  async put(after: Distinct): Promise<void> {
    const { db, organisationId, journal } = this.#state;
    const { id: personId, others } = after;
    const entries = toEntry('distinct', personId, { before: await this.of(personId), after });
    if (entries.length === 0) return;
    const of = { organisation_id: organisationId, person_id: personId };
    await db
      .deleteFrom('distinct_person')
      .where('organisation_id', '=', organisationId)
      .where('person_id', '=', personId)
      .execute();
    const rows = others.map((one) => ({ ...of, other_id: one.personId }));
    if (rows.length > 0) await db.insertInto('distinct_person').values(rows).execute();
    await journal.add(entries);
    this.#state.hasChanged = true;
  }

  async add(a: number, b: number): Promise<void> {
    if (a === b) return;
    const { id, others } = await this.of(Math.min(a, b));
    const ids = new Set([...others.map(({ personId }) => personId), Math.max(a, b)]);
    await this.put({ id, others: [...ids].sort((x, y) => x - y).map((personId) => ({ personId })) });
  }

  /** Everybody who is not one of these persons. */
  async othersOf(personId: number): Promise<number[]> {
    const { others } = await this.of(personId);
    return [...others.map((one) => one.personId), ...(await this.#lower([personId]))];
  }

  /** @param personIds at most 500 */
  async removeOf(personIds: readonly number[]): Promise<void> {
    const { db, organisationId } = this.#state;
    const own = await db
      .selectFrom('distinct_person')
      .select('person_id')
      .distinct()
      .where('organisation_id', '=', organisationId)
      .where('person_id', 'in', personIds)
      .execute();
    for (const { person_id } of own) await this.put({ id: person_id, others: [] });
    for (const lower of await this.#lower(personIds)) {
      const { id, others } = await this.of(lower);
      await this.put({ id, others: others.filter((one) => !personIds.includes(one.personId)) });
    }
  }

  /** The persons who are not one of these, and have lower IDs. */
  async #lower(personIds: readonly number[]): Promise<number[]> {
    const { db, organisationId } = this.#state;
    const rows = await db
      .selectFrom('distinct_person')
      .select('person_id')
      .distinct()
      .where('organisation_id', '=', organisationId)
      .where('other_id', 'in', personIds)
      .orderBy('person_id')
      .execute();
    return rows.map(({ person_id }) => person_id);
  }
}
