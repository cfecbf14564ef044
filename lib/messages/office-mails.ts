/** Text of the office's list of mails. */
export const mailsText = {
  title: 'Mail',
  all: 'All mails',
  failed: 'Failed only',
  shown: 'Mails shown',
  none: 'No mail has been sent yet.',
  noneFailed: 'No mail has failed.',
  since: 'Since {day}.',
  time: 'Time',
  what: 'Mail',
  to: 'To',
  result: 'Result',
  sent: 'Sent',
  problem: '{problem} (reply code {code, number})',
  next: 'Older mails',
  first: 'Newest mails',
} as const;

export const mailKindText = {
  notice: 'Reminder',
  'notice test': 'Test of a reminder',
  invitation: 'Invitation',
  'password link': 'Link for a new password',
  'sign-in code': 'Sign-in code',
  passkey: 'Change of passkeys',
  refusal: 'Refusal of a member',
  'erasure request': 'Request for erasure',
  message: 'Message from a visitor',
  report: 'Report of a mistake',
} as const;

export const mailProblemText = {
  refused: 'Failed: the mail server refused the address or the mail',
  deferred: 'Failed: the mail server could not take it at that time',
  unreachable: 'Failed: the mail server could not be reached',
  uncertain: 'Not known: the mail server did not answer, so it may have been sent',
  interrupted: 'Not known: our server stopped while it was being sent, so it may have been sent',
} as const;
