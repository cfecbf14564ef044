import { lookUp } from '@/lib/base/look-up';
import type { NoteRecord, NotesRecord } from '@/lib/store/schema/records';
import type { FlatRecord } from './flat-record';
import type { Format } from './journal-fields';

const parts = {
  Text: 'text',
  WrittenBy: 'writtenBy',
  WrittenAt: 'writtenAt',
  ChangedBy: 'changedBy',
  ChangedAt: 'changedAt',
} as const satisfies Record<string, keyof NoteRecord>;
const textSuffix = '.Text';

export const noteFormat: Format<NotesRecord> = { toFlat: flatNotes, fromFlat: notesFromFlat };

export function isOfNote(field: string): boolean {
  return /^Note \d+\./.test(field);
}

/** true for the field with a note's text. A note's other fields contain its authors and times. */
export function isNoteText(field: string): boolean {
  return field.endsWith(textSuffix);
}

/** Each field's name contains the note's ID, so that a change to one note does not change the others. */
function flatNotes({ notes }: NotesRecord): FlatRecord {
  return Object.fromEntries(
    notes.flatMap((note) =>
      Object.entries(parts).map(([name, key]) => [`Note ${note.id}.${name}`, note[key]]),
    ),
  );
}

/** The opposite of `flatNotes`. A note whose text is null was removed. */
function notesFromFlat(id: number, flat: FlatRecord): NotesRecord {
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

/**
 * Returns the old and the new value of each changed field. The new values of a removed note are null. Returns null if
 * nothing changed.
 */
export function changesBetweenNotes(
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
