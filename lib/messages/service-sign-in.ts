export const serviceText = {
  pageTitle: '{title} – {name}',
  errorTitle: 'Error: {title}',
  errors: 'There is a problem',
  signIn: 'Sign in',
  goOnTo: 'to continue to <client>{client}</client>',
  or: 'or',
  forgotten: 'Forgotten password, or no password yet',
  cancel: 'Cancel and go back',
  email: 'Email',
  password: 'Password',
  emailMissing: 'Enter your email address.',
  passwordMissing: 'Enter your password.',
  wrong: 'Email or password is incorrect.',
  tooManyAttempts:
    'There were too many attempts. Try again {minutes, plural, one {in a minute} other {in # minutes}}.',
  tooManySignIns:
    'There were too many attempts. Try again {minutes, plural, one {in a minute} other {in # minutes}}, sign in on a device you have used before, or sign in with a code by email.',
  tooManyCodes:
    'Too many codes were requested for this address. Try again {minutes, plural, one {in a minute} other {in # minutes}}, sign in on a device you have used before, or choose “Forgotten password”.',
  noMail:
    'This site cannot send email yet, so codes and links do not arrive. Sign in with a password or a passkey, or contact your association.',
  tooManyLinks:
    'Too many links were requested. If this address belongs to a member, check its inbox: the newest link we sent works for one hour. Otherwise, try again {minutes, plural, one {in a minute} other {in # minutes}}.',
  whoTitle: 'Who are you?',
  whoText: 'Several people share this email address.',
  shared: 'Others use this computer: sign me out when the browser closes',
  signOutTitle: 'Sign out?',
  signOut: 'Sign out',
  backTo: 'Back to {client}',
  signedOutTitle: 'You are signed out',
  signedOutText: 'You can close this window.',
} as const;

export const codeText = {
  requestTitle: 'Get a code by email',
  requestText: 'We will email you a 6-digit code. You can use it to sign in without a password.',
  send: 'Send the code',
  usePassword: 'Use a password',
  enterTitle: 'Enter the code',
  enterText:
    'If this address belongs to a member, we have sent it a 6-digit code. The code works for {minutes, plural, one {# minute} other {# minutes}}.',
  enterTextTo:
    'If <email>{email}</email> belongs to a member, we have sent it a 6-digit code. The code works for {minutes, plural, one {# minute} other {# minutes}}.',
  code: 'Code',
  sendAnother: 'Send another code',
  malformed: 'Enter the 6 digits of the code that we sent.',
  wrong:
    'The code is incorrect or has expired. A code stops working after 5 attempts. You can send another code.',
} as const;

/** The texts for a person who asks for a link to choose a password, and then chooses the password. */
export const passwordText = {
  requestTitle: 'Choose a new password',
  requestText: 'We will email you a link to choose a new password, or your first one.',
  send: 'Send the link',
  back: 'Back to sign in',
  sentTitle: 'Check your email',
  sentText:
    'If <email>{email}</email> belongs to a member, we have sent it a link to choose a new password. The link works for one hour.',
  title: 'Choose a password',
  person: 'for <person>{name}</person>',
  password: 'New password',
  hint: 'At least {least, plural, one {# character} other {# characters}}. Several words are easy to remember.',
  save: 'Save the password',
  savedTitle: 'Your password is saved',
  savedText:
    'You can now use this password to sign in to your association’s sites. You have been signed out everywhere.',
  goOn: 'Continue to sign in',
  tooShort: 'The password must have at least {least, plural, one {# character} other {# characters}}',
  tooLong: 'The password must have at most {most, plural, one {# character} other {# characters}}',
  isEmail: 'The password must not be the email address',
  refused: '{reason}.',
} as const;

/** The text for a form that was sent after somebody signed in or out in another window. */
export const changedSessionText = {
  title: 'Your sign-in has changed',
  text: 'Since this page was opened, somebody signed in or out in another window. For your safety, we did nothing: nothing was shared or saved.',
  person: 'You are signed in as <person>{name}</person>.',
  nowPerson: 'You are now signed in as <person>{name}</person>.',
  nobody: 'Nobody is signed in now.',
  goOn: 'Continue as {name}',
  other: 'Use another account',
} as const;

/** Asks whether to continue to a site as the person who is signed in. */
export const continueText = {
  title: 'Continue as {name}, or use another account?',
  goOn: 'Continue as {name}',
  other: 'Use another account',
} as const;

export const consentText = {
  title: 'Continue to {client}?',
  willSee: '<client>{client}</client> ({source}) will see',
  allow: 'Allow and continue',
  deny: 'Do not allow',
  signedInAs: 'You are signed in as {name}. <link>Not you?</link>',
} as const;

/** The text for a person without membership or role who wants to sign in at another site. */
export const membersOnlyText = {
  title: 'You are no longer a member of {organisation}',
  reason: '{client} is for members of {organisation}. You have no membership, so you cannot sign in there.',
  ownData: 'You can still <link>see what {organisation} holds about you</link>.',
  other: 'Sign in as someone else',
} as const;

/** The text for a member who does not meet the sign-in rules of a site. */
export const notAllowedText = {
  title: 'You cannot sign in to {client}',
  valid: '{client} is for members of {organisation} whose membership is valid.',
  types: '{client} is only for members with these membership types: {names}.',
  chapters: '{client} is only for members of these chapters: {names}.',
  states: '{client} is only for members in {names}.',
  committees: '{client} is only for members of these committees: {names}.',
  anyCommittee: '{client} is only for members of a committee.',
  noMembership: 'You have no membership.',
  renew: 'Your membership “{type}” ended on {day}. Renew it, then sign in again.',
  pay: 'A payment for your membership “{type}” is outstanding. Pay it, then sign in again.',
  wait: 'Your membership “{type}” is not approved yet. You can sign in when the association has approved it.',
  completeApplication: 'Your application for the membership “{type}” is not complete.',
  askManager: 'Your membership “{type}” is managed by {manager} and is not valid. Ask them to renew it.',
  askAssociation: 'Your membership “{type}” is not valid. Ask {organisation} why.',
  payNow: 'Pay now',
  account: 'See your membership',
  write: 'Write to {email}',
} as const;

export const scopeText = {
  user: 'your name, email address, postal addresses and phone numbers, and your memberships and what you owe for them',
  members: 'the organisation’s list of members',
  basic: 'the organisation’s membership types, categories and addons',
  // Only clients get this scope, so members are never asked for it.
  'members:write': 'the organisation’s list of members, and may change it',
  // Only the organisation’s own client has this scope, so members are never asked for it.
  office: 'the work of the organisation’s office',
  openid: 'that you are the same person each time you sign in there',
  profile: 'your name',
  email: 'your email address',
  address: 'your postal address',
  phone: 'your phone number',
  membership: 'your membership: its type, chapter and last day, and the committees you are on',
  offline_access: 'all of this, even while you are not signed in here',
} as const;
