export const mailsText = {
  title: 'Emails',
  all: 'All emails',
  failed: 'Failed only',
  waiting: 'Waiting only',
  shown: 'Emails shown',
  none: 'There are no emails yet.',
  noneFailed: 'No email has failed.',
  noneWaiting: 'No email is waiting.',
  since: 'Since {day}.',
  time: 'Time',
  what: 'Email',
  to: 'To',
  result: 'Result',
  sent: 'Sent',
  problem: '{problem} (reply code {code, number})',
  next: 'Older emails',
  first: 'Newest emails',
} as const;

export const mailKindText = {
  notice: 'Reminder',
  'notice test': 'Test of a reminder',
  invitation: 'Invitation',
  'password link': 'Link for a new password',
  'sign-in code': 'Sign-in code',
  passkey: 'Passkey change',
  refusal: 'Refusal of a member',
  proposal: 'Answer to a proposed change',
  'account change': 'Changed address or merged record',
  'erasure request': 'Request for erasure',
  message: 'Message from a visitor',
  report: 'Report of a mistake',
  test: 'Test',
} as const;

export const mailProblemText = {
  waiting: 'Waiting: this site cannot send email yet',
  expired: 'Not sent: it waited too long for a mail server',
  refused: 'Failed: the mail server refused the address or the email',
  deferred: 'Failed: the mail server could not accept the email at that time',
  unreachable: 'Failed: the mail server could not be reached',
  uncertain: 'Unknown: the mail server did not respond, so the email may have been sent',
  interrupted: 'Unknown: our server stopped while it sent the email, so the email may have arrived',
} as const;

export const mailSettingsText = {
  title: 'How emails are sent',
  works: 'Emails can be sent.',
  server: 'Mail server',
  encrypted: '{host}, port {port}, encrypted',
  plain: '{host}, port {port}',
  none: 'None',
  signIn: 'Sign-in there',
  signsIn: 'With a user name and a password, which are not shown',
  signsInNot: 'Without a password',
  from: 'Sender',
  setBy:
    'The environment of the server sets this, with SMTP_URL and MAIL_FROM. Only the operator can change it.',
  test: 'Send a test to {to}',
  noAddress: 'You have no email address, so you cannot send yourself a test.',
  outcome: {
    sent: 'The test was sent to {to}.',
    waiting: 'The test to {to} is waiting: this site cannot send email yet.',
    failed: 'The mail server did not accept the test to {to}. The list below shows why.',
  },
} as const;
