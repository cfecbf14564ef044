/** The office's notes about people (docs/decisions.md, J26). */
import type { Kysely } from 'kysely';
import type { MembersDatabase, NoteTable } from '@/lib/store/schema/members-schema';
import { upsertRows } from './upsert';
import type { WriteState } from './write-state';
import type { NoteRecord, NotesRecord } from '@/lib/store/schema/records';
import { changesBetweenNotes } from './note-fields';

type Db = Kysely<MembersDatabase>;

/** This number of characters fills about two printed pages. */
export const maxNoteLength = 5000;
/** The maximum number of notes about one person. A page shows all of them. */
export const maxNotes = 200;

export class NotesWriter {
  readonly #state: WriteState;

  constructor(state: WriteState) {
    this.#state = state;
  }

  /** The notes about the person, in the order in which they were written. */
  async of(personId: number): Promise<NoteRecord[]> {
    return readNotes(this.#state.db, this.#state.organisationId, [personId]);
  }

  async nextId(): Promise<number> {
    const { db, organisationId, now } = this.#state;
    const row = await db
      .selectFrom('note')
      .select((eb) => eb.fn.max('id').as('last'))
      .where('organisation_id', '=', organisationId)
      .executeTakeFirst();
    return Math.max(now, Number(row?.last ?? 0) + 1);
  }

  /** Replaces all notes about the person or, after a merge, about the surviving person. */
  async put({ id: ofPerson, notes }: NotesRecord): Promise<void> {
    const { db, organisationId, aliases, journal } = this.#state;
    const personId = await aliases.survivorOf(ofPerson);
    const before = await this.of(personId);
    const changes = changesBetweenNotes(before, notes);
    if (changes === null) return;
    await db
      .deleteFrom('note')
      .where('organisation_id', '=', organisationId)
      .where('person_id', '=', personId)
      .execute();
    const rows = notes.map((note) => toRow(note, { organisationId, personId }));
    await upsertRows(db, 'note', ['organisation_id', 'id'], rows);
    await journal.add([{ kind: 'note', recordId: personId, operation: 'updated', changes }]);
    this.#state.hasChanged = true;
  }

  async removeOf(personIds: readonly number[]): Promise<void> {
    const { db, organisationId } = this.#state;
    const rows = await db
      .selectFrom('note')
      .select('person_id')
      .distinct()
      .where('organisation_id', '=', organisationId)
      .where('person_id', 'in', personIds)
      .execute();
    for (const { person_id: id } of rows) await this.put({ id, notes: [] });
  }
}

/** The notes about these people, in the order in which they were written. */
export async function readNotes(
  db: Db,
  organisationId: number,
  personIds: readonly number[],
): Promise<NoteRecord[]> {
  const rows = await db
    .selectFrom('note')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('person_id', 'in', personIds)
    .orderBy('person_id')
    .orderBy('id')
    .execute();
  return rows
    .sort((one, other) => one.id - other.id)
    .map((row) => ({
      id: row.id,
      text: row.text,
      writtenBy: row.written_by,
      writtenAt: row.written_at,
      changedBy: row.changed_by,
      changedAt: row.changed_at,
    }));
}

function toRow(note: NoteRecord, of: { organisationId: number; personId: number }): NoteTable {
  return {
    organisation_id: of.organisationId,
    person_id: of.personId,
    id: note.id,
    text: note.text,
    written_by: note.writtenBy,
    written_at: note.writtenAt,
    changed_by: note.changedBy,
    changed_at: note.changedAt,
  };
}
