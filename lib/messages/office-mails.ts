export const mailsText = {
  title: 'Emails',
  all: 'All emails',
  failed: 'Failed only',
  shown: 'Emails shown',
  none: 'No email has been sent yet.',
  noneFailed: 'No email has failed.',
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
  'account change': 'Changed address or merged record',
  'erasure request': 'Request for erasure',
  message: 'Message from a visitor',
  report: 'Report of a mistake',
} as const;

export const mailProblemText = {
  refused: 'Failed: the mail server refused the address or the email',
  deferred: 'Failed: the mail server could not accept the email at that time',
  unreachable: 'Failed: the mail server could not be reached',
  uncertain: 'Unknown: the mail server did not respond, so the email may have been sent',
  interrupted: 'Unknown: our server stopped while it sent the email, so the email may have arrived',
} as const;
