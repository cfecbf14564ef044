/** Text of the office's notes about a member. */
export const notesText = {
  title: 'Notes of the office',
  intro: 'Only the office sees notes. A person who asks for their data gets the notes about them.',
  none: 'There are no notes.',
  by: '{name}, {time}',
  changed: 'changed by {name}, {time}',
  somebody: 'Somebody who is no longer in the records',
  add: 'Add a note',
  text: 'Note',
  addButton: 'Add the note',
  edit: 'Change or delete',
  editOne: 'Change or delete the note: {start}',
  editTitle: 'A note about {name}',
  save: 'Save the note',
  delete: 'Delete the note',
  deleteTitle: 'Delete this note',
  deleteIntro: 'The history keeps the text of the note, and “Undo” there restores the note.',
  added: 'The note is added.',
  saved: 'The note is saved.',
  deleted: 'The note is deleted.',
  conflict:
    'Somebody else changed this note in the meantime. It now says: “{text}”. To replace it with yours, press the button again.',
} as const;
