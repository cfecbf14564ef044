/** The texts of links in the HTML part of emails. The text part has only the links' addresses. */
export const mailLinkText = {
  setPassword: 'Choose a password',
  confirmEmail: 'Confirm this address',
  resetPassword: 'Set a new password',
  openOffice: 'Open the office',
  passkeys: 'Open your passkeys',
  profile: 'Open the profile',
  switchOff: 'Switch messages off',
  renew: 'Renew your membership',
  entry: 'Open your entry',
  ownData: 'Open your data',
} as const;

/** A sample email for the preview of the appearance. */
export const sampleMailText = {
  subject: '{organisation}: your membership ends on 30 June',
  text: 'Dear Zoë Example,\n\nYour membership (Full member) of {organisation} ends on 30 June.\n\nYou can renew it here:\n{link}\n\nIf you have already renewed it, ignore this email.\n',
} as const;

export const mailStateText = {
  off: 'This site cannot send email yet. Invitations, reminders and messages are waiting.',
  offFix:
    'Set SMTP_URL and MAIL_FROM in the environment of the server, and restart it. Emails that have waited at most 7 days are then sent.',
  failing: 'The last email could not be sent: the mail server {host} could not be used.',
  failingFix: 'Open “Emails” and send a test. If it fails, check SMTP_URL.',
} as const;

/** Mail programs treat "-- " (with its space) as the start of a signature. */
export const messageMailText = {
  subject: 'Message through the directory of {organisation}',
  text: `Someone who gave the name {name} sent you a message through your profile in the directory of {organisation}:

{message}

--${' '}
The sender gave the address {email}. We have not checked that it is theirs.
If you reply, the sender sees your address. We have not shown it to them.
Your profile: {url}
To stop receiving messages, switch them off: {preferencesUrl}
`,
} as const;

export const reportMailText = {
  subject: 'Mistake in the directory: {name}',
  text: 'A visitor to the directory reported a mistake in the profile of {name}:\n{url}\n\n{mistake}\n\n{from}\n',
  noAddress: 'The visitor gave no email address for a reply.',
  address: 'The visitor gave {email} for a reply. We have not checked whose address it is.',
} as const;

export const accountMailText = {
  codeSubject: '{code} is your sign-in code',
  code: 'Your sign-in code is\n\n    {code}\n\nIt works for {minutes, plural, one {# minute} other {# minutes}}, in the browser where you requested it. Do not share it with anyone.\n',
  inviteSubject: '{organisation}: choose your password',
  invite:
    'Dear {name},\n\nUse this link to choose a password and see your membership:\n\n{link}\n\nThe link works once and expires in 7 days.\n',
  roleSubject: '{organisation}: you now have access to the online office',
  roleInvite:
    'Dear {name},\n\n{organisation} has made you {role} in its online office, where it manages its members.\n\nChoose a password with this link. It works once and expires in 7 days:\n\n{link}\n\nThen open the office:\n\n{office}\n',
  roleGiven:
    'Dear {name},\n\n{organisation} has made you {role} in its online office, where it manages its members. Sign in and open the office:\n\n{office}\n',
  resetSubject: '{organisation}: set a new password',
  reset:
    'Someone asked to reset your password. If it was you, choose a new password within one hour:\n\n{links}\n\nIf it was not you, ignore this email. Your password will not change.\n',
  resetLink: 'For {name}:\n{link}',
  addressSubject: '{organisation}: the email address of your record was changed',
  oldAddress:
    'Dear {name},\n\nThe email address of your record at {organisation} was changed. Emails and sign-in codes no longer go to this address, and you were signed out everywhere.\n\nIf you did not expect this, contact {organisation}.\n',
  newAddress:
    'Dear {name},\n\nThis is now the email address of your record at {organisation}. You were signed out everywhere. Sign in with this address from now on.\n\nIf you did not expect this, contact {organisation}.\n',
  confirmSubject: '{organisation}: confirm your new email address',
  confirm:
    'Dear {name},\n\nYou entered this email address at {organisation}. Use this link to confirm that it is yours. You may have to sign in first, with your present address:\n\n{link}\n\nThe link works once, within {hours, plural, one {# hour} other {# hours}}. Until then, your address stays as it is. If you did not expect this, ignore this email.\n',
  takenSubject: '{organisation}: your email address was entered by somebody',
  taken:
    'Hello,\n\nSomebody who is signed in at {organisation} entered this email address as their own new one. The address already belongs to a record at {organisation}, so nothing was changed.\n\nIf it was you, contact {organisation}: it can say which record is yours. Otherwise, ignore this email.\n',
  mergeSubject: '{organisation}: two records were merged',
  mergedAway:
    'Dear {name},\n\n{organisation} has merged the record with this email address into another record. The password, the passkeys and the connected sites of this record no longer work.\n\nIf you did not expect this, contact {organisation}.\n',
  mergedInto:
    'Dear {name},\n\n{organisation} has merged another record into your record. You sign in as before. The password, the passkeys and the connected sites of the other record no longer work.\n\nIf you did not expect this, contact {organisation}.\n',
  nameless: 'Your membership',
} as const;

/** The names of the roles for the middle of a sentence. */
export const givenRoleText = {
  owner: 'an owner',
  secretary: 'a secretary',
  officer: 'a chapter officer',
  reader: 'a reader',
} as const;

export const officeMailText = {
  refusedSubject: '{organisation}: your application',
  refused:
    'Dear {name},\n\n{organisation} has not accepted your application for membership. The reason:\n\n{reason}\n',
  refusedWithReply:
    'Dear {name},\n\n{organisation} has not accepted your application for membership. The reason:\n\n{reason}\n\nIf you have questions, reply to this email.\n',
  testSubject: 'Test email of {organisation}',
  test: 'This is a test. {organisation} can send emails.',
} as const;

export const proposalMailText = {
  refusedSubject: '{organisation}: your change',
  refused:
    'Dear {name},\n\n{organisation} has not accepted the change that you proposed for your entry. The reason:\n\n{reason}\n',
  refusedWithReply:
    'Dear {name},\n\n{organisation} has not accepted the change that you proposed for your entry. The reason:\n\n{reason}\n\nIf you have questions, reply to this email.\n',
} as const;

/**
 * The reminders of an association that has not written its own reminders. Names in curly brackets are placeholders for
 * values of the member.
 */
export const defaultNoticeTexts = {
  before: {
    subject: '{organisation}: your membership ends on {lastDay}',
    text: 'Dear {name},\n\nYour membership ({type}) of {organisation} ends on {lastDay}.\n\nYou can renew it here:\n{renewalLink}\n\nIf you have already renewed it, ignore this email.\n',
  },
  last: {
    subject: '{organisation}: the last day of your membership is {lastDay}',
    text: 'Dear {name},\n\nThe last day of your membership ({type}) of {organisation} is {lastDay}.\n\nYou can renew it here:\n{renewalLink}\n\nIf you have already renewed it, ignore this email.\n',
  },
  after: {
    subject: '{organisation}: your membership ended on {lastDay}',
    text: 'Dear {name},\n\nYour membership ({type}) of {organisation} ended on {lastDay}. You can still renew it:\n{renewalLink}\n\nIf you have already renewed it, ignore this email.\n',
  },
  yearly: {
    subject: '{organisation}: is this still right?',
    text: 'Dear {name},\n\nOnce a year, {organisation} asks its members whether their details are still right. Open your entry, and press “Everything is right” or change what is not:\n\n{entryLink}\n\nYou may have to sign in first.\n',
  },
} as const;

export const noticeMailText = {
  test: '[Test] {subject}',
  nothingOwed: 'nothing',
} as const;
