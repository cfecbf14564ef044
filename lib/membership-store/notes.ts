/** The office's notes about people (docs/decisions.md, J26). */
import type { Kysely } from 'kysely';
import { lookUp } from '@/lib/look-up';
import type { MembersDatabase, NoteTable } from '@/lib/membership-schema/members-schema';
import type { FlatRecord } from './journal-fields';
import { upsertRows } from './upsert';
import type { WriteState } from './write-state';

type Db = Kysely<MembersDatabase>;

export interface NoteRecord {
  /** The ID is unique in the organisation, and higher than that of every earlier note. */
  id: number;
  text: string;
  /** The person who wrote the note, and when, in milliseconds since 1970. */
  writtenBy: number;
  writtenAt: number;
  /** The person who last changed the note, and when. null: nobody has changed it. */
  changedBy: number | null;
  changedAt: number | null;
}

/** The notes about one person. `id` is the person's ID. */
export interface NotesRecord {
  id: number;
  notes: readonly NoteRecord[];
}

/** About two printed pages. */
export const maxNoteLength = 5000;
/** At most this many notes about a person are allowed, because a page shows all of them. */
export const mostNotes = 200;

/** The part of a `MembersWriter` that writes notes. */
export class NotesWriter {
  readonly #state: WriteState;

  constructor(state: WriteState) {
    this.#state = state;
  }

  /** The notes about a person, in the order in which they were written. */
  async of(personId: number): Promise<NoteRecord[]> {
    return readNotes(this.#state.db, this.#state.organisationId, [personId]);
  }

  /** An ID for a new note. */
  async nextId(): Promise<number> {
    const { db, organisationId, now } = this.#state;
    const row = await db
      .selectFrom('note')
      .select((eb) => eb.fn.max('id').as('last'))
      .where('organisation_id', '=', organisationId)
      .executeTakeFirst();
    return Math.max(now, Number(row?.last ?? 0) + 1);
  }

  /** Replaces the notes about the person or, after a merge, about the surviving person. */
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

  /** Removes the notes about persons who are removed. */
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

/** The notes about a person, in the order in which they were written. */
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

const parts = {
  Text: 'text',
  WrittenBy: 'writtenBy',
  WrittenAt: 'writtenAt',
  ChangedBy: 'changedBy',
  ChangedAt: 'changedAt',
} as const satisfies Record<string, keyof NoteRecord>;
const textSuffix = '.Text';

/** Whether the field of a journal row is a part of a note. */
export function isOfNote(field: string): boolean {
  return /^Note \d+\./.test(field);
}

/** Whether it is the text of a note. The other parts say who wrote it, and when. */
export function isNoteText(field: string): boolean {
  return field.endsWith(textSuffix);
}

/** The fields of a note begin with its ID, so that a change to one note does not change the others. */
export function flatNotes({ notes }: NotesRecord): FlatRecord {
  return Object.fromEntries(
    notes.flatMap((note) =>
      Object.entries(parts).map(([name, key]) => [`Note ${note.id}.${name}`, note[key]]),
    ),
  );
}

/** The opposite of `flatNotes`. If a note's text is null, the note has been removed. */
export function notesFromFlat(id: number, flat: FlatRecord): NotesRecord {
  const notes = Object.keys(flat).flatMap((field): NoteRecord[] => {
    const [, noteId] = /^Note (\d+)\.Text$/.exec(field) ?? [];
    const text = lookUp(flat, field);
    if (noteId === undefined || typeof text !== 'string') return [];
    const number = (name: string) => {
      const value = lookUp(flat, `Note ${noteId}.${name}`);
      return typeof value === 'number' ? value : null;
    };
    return [
      {
        id: Number(noteId),
        text,
        writtenBy: number('WrittenBy') ?? 0,
        writtenAt: number('WrittenAt') ?? 0,
        changedBy: number('ChangedBy'),
        changedAt: number('ChangedAt'),
      },
    ];
  });
  return { id, notes: notes.sort((a, b) => a.id - b.id) };
}

/** The fields that differ. The fields of a note that is removed become null. null: no field differs. */
function changesBetweenNotes(
  before: readonly NoteRecord[],
  after: readonly NoteRecord[],
): Record<string, [unknown, unknown]> | null {
  const [old, now] = [flatNotes({ id: 0, notes: before }), flatNotes({ id: 0, notes: after })];
  const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const changed = fields.flatMap((field) => {
    const pair: [unknown, unknown] = [lookUp(old, field) ?? null, lookUp(now, field) ?? null];
    return pair[0] === pair[1] ? [] : [[field, pair] as const];
  });
  return changed.length === 0 ? null : Object.fromEntries(changed);
}
