export const importText = {
  title: 'Import',
  intro:
    'Add or update members from a file: a list from Excel, or an export from Wild Apricot, CiviCRM or another system. Nothing changes until you have seen what the file would do.',
  file: 'File',
  fileHint: 'A CSV file or an Excel file (.xlsx), of at most 32 MB. Choose it, or drop it here.',
  paste: 'Or paste cells',
  pasteHint: 'Copy the cells in your spreadsheet, with the row of column names, and paste them here.',
  pastedName: 'Pasted cells',
  upload: 'Check the file',
  noFile: 'Choose a file, or paste cells.',
  tooLarge: 'The file is larger than 32 MB. Split it, or use ./chapterhouse import on the server.',
  removedWhen: 'Uploaded files are deleted after a day.',
  recent: 'Files from the last 24 hours',
  uploadedAt: '{time}, {size}',
  state: {
    uploaded: 'Not checked yet',
    checking: 'Being checked',
    checked: 'Checked, not imported',
    importing: 'Being imported',
    imported: 'Imported',
    stopped: 'Stopped',
    failed: 'Not completed',
  },
  back: 'All files',
  waiting: 'The file is waiting, because other files are being checked first.',
  stopped: 'You stopped the import. Nothing was imported.',
  failed:
    'The check or the import did not finish. Nothing was imported, unless this import is in the list of changes. If this happens again, the file may be too large for this server.',
  checkAgain: 'Check again',
  changed:
    'You changed the settings, so the file was checked again. If the preview is right, import the file.',
  checking: 'Checking the file',
  importing: 'Importing',
  reading: 'Reading: {done, number} rows',
  writing: 'Row {done, number} of {total, number}',
  refresh: 'Show the progress',
  stop: 'Stop',
  stopHint: 'If you stop, nothing is imported.',
  done: 'The file was imported',
  result:
    '{created, plural, =0 {No new members} one {# new member} other {# new members}}, {updated, plural, =0 {none changed} other {# changed}}, {unchanged, plural, =0 {none unchanged} other {# unchanged}}, {removed, plural, =0 {none removed} other {# removed}}.',
  leftOut: '{count, plural, one {# row was left out.} other {# rows were left out.}}',
  showChanges: 'Show the changes',
  undo: 'Undo this import',
  another: 'Import another file',
  remove: 'Delete the file',
  howRead: 'How the file is read',
  howReadIntro:
    'We detected these settings in the file. Correct them if something is wrong, for example if accents look wrong or a column is missing.',
  encoding: 'Encoding',
  guessedEncoding:
    'The file does not say its encoding, so we guessed it. These words show whether that is right: {words}',
  delimiter: 'Between columns',
  sheet: 'Sheet',
  headerLine: 'Row with the column names',
  dateOrder: 'Dates such as 3/4/2026',
  separators: 'Characters between several values in a cell',
  source: 'System that the IDs come from',
  sourceHint: 'The same ID from a different system means a different member.',
  columns: 'Columns',
  columnsIntro:
    'Choose what each column contains. The next file with the same columns is matched in the same way.',
  column: 'Column',
  samples: 'Examples',
  target: 'Imported as',
  targetOf: 'Import “{column}” as',
  content: '{content}, not imported',
  leftOutColumn: 'Leave out',
  privateExtra: 'A question, for the office only',
  publicExtra: 'A question, shown in the directory',
  storedExtra: {
    office: 'The question of this name, for the office only',
    members: 'The question of this name, for signed-in members',
    sites: 'The question of this name, which connected sites can read',
    public: 'The question of this name, shown in the directory',
  },
  values: 'For all rows',
  valuesIntro:
    'If the file has no column for one of these values, enter it here. It then applies to all rows.',
  value: {
    MembershipType: 'Membership type',
    ExpiryDate: 'Last day, such as 2027-06-30',
    Chapter: 'Chapter',
  },
  place:
    'Put organisations on the map, at the middle of the suburb in their address. People’s homes are never put on the map.',
  skipBad: 'Leave out the rows that cannot be read',
  replace: 'Remove members who are not in the file',
  preview: 'What the import changes',
  counts: {
    Created: 'New',
    Updated: 'Changed',
    Unchanged: 'Unchanged',
    Removed: 'Removed',
    Bad: 'Cannot be read',
  },
  rows: '{count, plural, one {# row in the file} other {# rows in the file}}',
  newNames:
    'The import will add these values to the settings. If a value is a typing error, correct the file.',
  newName: {
    Types: 'Membership types: {names}',
    Categories: 'Categories: {names}',
    Chapters: 'Chapters: {names}',
    Addons: 'Addons: {names}',
    Extras: 'Questions: {names}',
  },
  newQuestion: {
    private: '{name} (for the office only)',
    public: '{name} (shown in the directory)',
  },
  createdRows: 'New members',
  updatedRows: 'Changed members',
  removedRows: 'Members who would be removed',
  only: 'The first {shown, number} of {count, number}.',
  row: 'Row {line}',
  rowOf: 'Row {line}, {name}',
  questions: 'Questions about the file',
  questionsIntro:
    'Each answer applies to all rows of its line. You can also correct single cells in the list of rows. Then check again: nothing is imported yet.',
  singleRows: 'Single rows',
  moreGroups: '{count, plural, one {# more question follows} other {# more questions follow}} after these.',
  answered: '{count, plural, one {Answered: # cell or row} other {Answered: # cells and rows}}',
  corrected:
    '{count, plural, one {Corrected by the import: # cell} other {Corrected by the import: # cells}}',
  choose: 'Choose an answer',
  showRows: '{count, plural, one {Show # row} other {Show # rows}}',
  wholeRow: '{where}: {reason}',
  emptyCell: '{where}, {column}: {reason}',
  cell: '{where}, {column}: “{value}” {reason}',
  correction: 'Corrected value for row {line}, {column}',
  corrections: '{count, plural, one {# cell was corrected here.} other {# cells were corrected here.}}',
  discard: 'Discard the corrections',
  confirmEndless: 'The new memberships never end',
  confirmRemoval: '{count, plural, one {Remove # member} other {Remove # members}}',
  removalMissing: 'Confirm the number of members that will be removed.',
  notes: 'Notes',
  note: {
    Unplaced: '{count, plural, one {# address} other {# addresses}} could not be put on the map.',
    Endless: '{count, plural, one {# new membership has} other {# new memberships have}} no last day.',
    HomesLeftOut:
      'The coordinates of {count, plural, one {# person} other {# people}} were not imported, because they may show where people live.',
    Erased:
      '{count, plural, one {# row is about an erased person and is} other {# rows are about erased people and are}} skipped.',
    Kept: '{count, plural, one {# member is} other {# members are}} not in the file but will be kept, because rows that cannot be read may be theirs.',
  },
  check: 'Check again',
  working: 'The file is being checked with your answers and settings …',
  columnsSummary: 'Columns: {used} of {total} are imported',
  run: 'Import',
  nothing: 'Everything in the file is already stored. There is nothing to import.',
  blocked: 'You cannot import the file yet. Answer the questions below, and check again.',
  problemTitle: 'The file cannot be imported like this',
  problemText: {
    encoding: 'The file is not in this encoding. Choose another encoding.',
    'no-type':
      'No column is read as the membership type. Choose the column below, or enter one type for all rows.',
    'no-name':
      'No column is read as a name. Choose which columns contain the name of the person or the organisation.',
    'no-expiry':
      'No row has a last day, so all new memberships would never end. Choose the column with the last day, enter one day for all rows, or confirm that the memberships never end.',
    'no-role': 'Your role in the office does not allow this.',
    'mass-removal': 'The members have changed since the preview. Check the file again.',
    'old-export':
      'This looks like a file that an earlier version of Chapterhouse exported. If so, choose “Chapterhouse ID”, “Chapterhouse person ID” and “Chapterhouse parent ID” for the columns ID, PersonID and ParentID. If the IDs are from another system, choose the external IDs instead.',
  },
  encodings: {
    'utf-8': 'UTF-8',
    'windows-1252': 'Western European (Windows)',
    'windows-1250': 'Central European (Windows)',
    'iso-8859-2': 'Central European (ISO)',
    'iso-8859-15': 'Western European (ISO)',
    macintosh: 'Western European (Mac)',
    'utf-16le': 'UTF-16',
    'utf-16be': 'UTF-16, big-endian',
  },
  delimiters: { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Vertical bar' },
  dateOrders: { dmy: '3 April: day first', mdy: 'March 4: month first' },
} as const;

/** What an import has left to do, in the order of the page. */
export const importedText = {
  created: '{count, plural, =1001 {More than 1,000 new members} one {# new member} other {# new members}}',
  listed:
    '{count, plural, =1001 {More than 1,000 are approved and listed: the directory shows their entries} one {# is approved and listed: the directory shows this entry} other {# are approved and listed: the directory shows their entries}} while it is open and the membership is valid',
  approve:
    '{count, plural, =1001 {More than 1,000 applicants wait} one {# applicant waits} other {# applicants wait}} for approval',
  place:
    '{count, plural, =1001 {More than 1,000 approved members are} one {# approved member is} other {# approved members are}} not on the map',
  invite:
    '{count, plural, =1001 {More than 1,000 approved members have} one {# approved member has} other {# approved members have}} an email address',
} as const;

export const doImportedText = {
  place: 'Place them by their town',
  invite: 'Invite them to sign in',
  next: 'What was created, and what is left to do',
} as const;

/** Only for fields whose own names are not clear enough. Other names are shown as separate words. */
export const importFieldText: Readonly<Record<string, string>> = {
  FullName: 'Name of the person',
  Note: 'Note of the office',
  Organisation: 'Name of the organisation',
  MembershipNumber: 'Membership number',
  ExternalID: 'External ID of the membership',
  ExternalPersonID: 'External ID of the person',
  ExternalParentID: 'External ID of the corporate membership',
  MemberRole: 'Role in a bundle',
  BundleID: 'ID of a bundle',
  ParentNumber: 'Number of the corporate membership',
  ChapterhouseID: 'Chapterhouse ID',
  ChapterhousePersonID: 'Chapterhouse person ID',
  ChapterhouseParentID: 'Chapterhouse parent ID',
  InvoiceURL: 'Invoice address (URL)',
  PaymentURL: 'Payment address (URL)',
  ExpiryDate: 'Last day',
  Lat: 'Latitude of the location',
  Lng: 'Longitude of the location',
  Show: 'Fields shown to the public',
  Listed: 'In the directory (yes or no)',
  Approved: 'Approved (yes or no)',
  Kind: 'Kind (individual or corporate)',
};
