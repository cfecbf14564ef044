export const noticesText = {
  title: 'Reminders',
  intro:
    'Members are reminded by email around the last day of their membership. Members cannot unsubscribe from reminders, because the association must tell them when their membership ends. You can stop reminders to a member on the member’s page.',
  state: 'Sending',
  off: 'Reminders are off. Nothing is sent.',
  on: 'Reminders are on.',
  stopped:
    'Sending was stopped on {time}. {count, plural, =0 {No emails are waiting.} one {# email is waiting.} other {# emails are waiting.}}',
  waiting:
    '{count, plural, =0 {No emails are waiting.} one {# email is waiting to be sent.} other {# emails are waiting to be sent.}}',
  cannotSend: 'This site cannot send email yet. Reminders that are due wait until it can, at most 31 days.',
  soon: 'This takes about {minutes, plural, one {# minute} other {# minutes}}.',
  counts:
    'In the last 30 days: {sent, number} sent, {failed, number} failed, {unreachable, number} without an email address.',
  excluded: '{count, plural, one {# member gets} other {# members get}} no reminders.',
  switchOn: 'Switch reminders on',
  yearlyDue:
    'The yearly question asks {count, plural, =0 {nobody} one {1 member} other {# members}} on the next day.',
  switchOnHint: 'Members are reminded from today on. Reminders that were due before today are not sent.',
  switchOff: 'Switch reminders off',
  stop: 'Stop',
  continue: 'Continue',
  refresh: 'Show the current state',
  drop: 'Cancel the waiting reminders',
  onlyOwner: 'Only an owner can switch reminders on.',
  clock: 'Nothing is sent, because the server’s date may be wrong',
  confirmClock: 'The date is right',
  done: 'Done.',
  list: 'The reminders',
  add: 'Add a reminder',
  isOff: 'off',
  speed: 'Speed',
  perMinute: 'Emails per minute (1 to 60)',
  speedHint:
    'Many mail servers refuse emails that are sent too fast. Your mail server also has to send sign-in codes.',
  save: 'Save',
  saved: 'The reminder is saved.',
  mails: 'Who received what',
  before: '{days, plural, one {# day} other {# days}} before the last day',
  last: 'On the last day',
  yearly: 'Once a year: is this still right?',
  after: '{days, plural, one {# day} other {# days}} after the last day',
} as const;

export const noticeFormText = {
  newTitle: 'New reminder',
  back: 'All reminders',
  days: 'Days',
  when: 'When',
  before: 'before the last day',
  after: 'after the last day (0 means on the last day)',
  yearly: 'once a year: is this still right? (without a number of days)',
  yearlyDue:
    'If the question is on, it asks {count, plural, =0 {nobody} one {1 member} other {# members}} on the next day, and later each of the others when their year is over. {minutes, plural, =0 {} one {The emails take about 1 minute.} other {The emails take about # minutes.}}',
  yearlyHint:
    'On the next day, everybody is asked who did not join, confirm their entry or get the question within a year. The filter “Has not answered the yearly question” finds who has not answered.',
  on: 'Send this reminder',
  subject: 'Subject',
  text: 'Text',
  placeholders: 'Placeholders',
  placeholdersHint:
    'Each placeholder is replaced with a value of the member. Emails are plain text, but most mail programs show web addresses as links.',
  sample: 'Preview',
  member: 'Member (membership number or ID)',
  memberHint: 'If you leave this empty, the preview is for the member whose membership ends next.',
  preview: 'Preview',
  previewOf: 'For {name}:',
  test: 'Send a test to me',
  testSent: 'The test was sent to {to}.',
  testWaiting: 'The test to {to} is waiting: this site cannot send email yet.',
  testFailed: 'The mail server did not accept the test to {to}. The list of emails shows why.',
  save: 'Save',
  remove: 'Remove this reminder',
} as const;

export const noticeMailsText = {
  title: 'Who received what',
  all: 'All',
  shown: 'Reminders shown',
  none: 'No reminders match.',
  time: 'Time',
  member: 'Member',
  reminder: 'Reminder',
  lastDay: 'last day {day}',
  result: 'Result',
  select: 'Send again: {name}, {day}',
  again: 'Send the selected reminders again',
  againHint: 'A reminder whose result is not known may arrive twice.',
  done: '{count, plural, one {# reminder} other {# reminders}} will be sent again.',
  attempt: 'Attempt {count, number} failed, waiting for the next attempt',
  next: 'Older reminders',
  first: 'Newest reminders',
} as const;

/** The question that the page asks before waiting reminders are cancelled. */
export const noticeDropText = {
  title: 'Cancel the waiting reminders',
  count:
    '{count, plural, =0 {No reminders are waiting.} one {# reminder is waiting:} other {# reminders are waiting:}}',
  more: '{count, plural, one {and # more} other {and # more}}',
  what: '{count, plural, one {It} other {They}} will never be sent, even if you press “Continue” later. This cannot be undone. Reminders that are due later are sent as usual.',
  item: '{reminder}, last day {day}',
  button: '{count, plural, one {Cancel this reminder} other {Cancel these # reminders}}',
  done: '{count, plural, =0 {There were no reminders to cancel.} one {# reminder was cancelled.} other {# reminders were cancelled.}}',
} as const;

export const noticeStateText = {
  waiting: 'Waiting',
  sending: 'Being sent',
  sent: 'Sent',
  failed: 'Failed',
  unreachable: 'No email address',
  skipped: 'No longer needed',
  superseded: 'Replaced by a later reminder',
  dropped: 'Cancelled by the office',
} as const;

export const memberNoticesText = {
  title: 'Reminders',
  gets: 'This membership gets reminders around its last day.',
  excluded: 'This membership gets no reminders.',
  neverEnds: 'This membership never ends, so it gets no reminders.',
  exclude: 'Send no reminders',
  include: 'Send reminders again',
  sub: 'The company’s contact gets the reminders instead.',
  none: 'No reminder has been sent yet.',
  item: '{reminder}, last day {day}: {result}, {time}',
} as const;
