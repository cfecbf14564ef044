export const todayText = {
  title: 'Today',
  members: 'Members',
  nothing: 'Nothing needs your attention. New members who are waiting for approval will be listed here.',
  nothingSeen: 'Nothing needs your attention. What you are not allowed to see is not counted.',
  waiting: '{count, plural, one {# member is} other {# members are}} waiting for approval',
  ending: '{count, plural, one {# membership ends} other {# memberships end}} within 30 days',
  ended: '{count, plural, one {# membership has ended} other {# memberships have ended}} in the last 30 days',
  withoutEmail: '{count, plural, one {# member has} other {# members have}} no email address',
  withoutLocation: '{count, plural, one {# member has} other {# members have}} no location for the directory',
  place: 'Place them on the map by their town',
  failedMails: '{count, plural, one {# email} other {# emails}} from the last 30 days could not be sent',
  waitingMails:
    '{count, plural, one {# email is} other {# emails are}} waiting, because this site cannot send email yet',
  lastImport: 'Last import',
  noImport: 'Nothing has been imported yet.',
  startImport: 'Import members from a file',
  importOf: '{source}, {time}',
  importResult:
    '{read, plural, one {# row} other {# rows}} read: {created, number} added, {updated, number} changed, {unchanged, number} unchanged, {removed, number} removed.',
  importBad:
    '{count, plural, one {# row} other {# rows}} could not be read and {count, plural, one {was} other {were}} left out.',
  importChanges: 'Changes made by this import',
  health: 'Health',
  healthy: 'No problems with the directory, the settings or the server’s date were found.',
  fix: 'What to do: {fix}',
  loading: 'The directory is still being loaded.',
} as const;
