/** Text of the office's page about the installation. */
export const healthText = {
  title: 'Health',
  checks: 'Checks',
  intro:
    'The server checks its settings, clock, database, API, mail server and webhooks, and whether every membership has a location. The command ./chapterhouse doctor makes the same checks.',
  never: 'Nothing has been checked since the server started.',
  checkedAt: 'Checked {time}.',
  check: 'Check now',
  checking: 'The checks are running. Load this page again to see their results.',
  checkFailed: 'The last checks could not be completed: {reason}',
  wrong: '{count, plural, =0 {Nothing is wrong.} one {# thing is wrong.} other {# things are wrong.}}',
  fix: 'What to do: {fix}',
  level: { fine: 'Fine', note: 'Note', wrong: 'Wrong' },
  backups: 'Backups',
  lastBackup: 'Last backup: {time}, {size}, in {folder}.',
  noBackup: 'No backup has been made yet.',
  backUp: 'Back up now',
  backingUp: 'The backup is being made. Load this page again to see whether it is complete.',
  backupFailed: 'The last backup failed: {reason}',
  backupAdvice:
    'A backup contains everything: members, accounts and secrets. It is stored on the server, which keeps the last three that were made on this page. A backup is safe only on another machine: ask the person who runs the server to copy it. A person who is erased later stays in a backup until the backup is deleted.',
  ofPostgres:
    'The data is in PostgreSQL, which has its own tool for backups. docs/operators.md explains how to use that tool.',
  storage: 'Storage and version',
  database: 'Database',
  databaseSize: '{engine}, {size}',
  free: 'Free space on the server’s disk',
  version: 'Version of Chapterhouse',
  changes: 'What is new in this version',
} as const;
