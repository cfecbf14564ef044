export const signInText = {
  title: 'Sign in',
  lead: 'You sign in with the membership service of {association} and then come back here. If your membership has ended, you can still sign in and find out what to do.',
  button: 'Sign in',
  signedOut: 'You are signed out.',
  signedOutHere: 'You are signed out. You may still be signed in at {host}.',
} as const;

export const signInProblems = {
  denied:
    'You chose not to share your membership with this site, so you are not signed in. Nothing was shared.',
  'no-membership':
    'You signed in, but the membership system has no membership for you. Contact the association.',
  unavailable: 'We cannot reach the membership system at the moment. Try again in a few minutes.',
  'not-accepted':
    'Nobody can sign in here at the moment, because the membership system does not accept this site’s own ID and secret. This is a problem on our side. Tell the people who run this site.',
  interrupted:
    'The sign-in was interrupted. It took too long, you started it in another window, or your browser blocks cookies. Try again.',
  'other-address':
    'Your request came from a page at another web address, so nothing was done. You are at the right web address now. Try again.',
  ended: 'Your session has ended. Sign in again.',
  unsent:
    'The form was not sent, because you are signed out or may not use the office. Sign in, and then choose the file again.',
  failed: 'We could not sign you in. Try again. If it fails again, contact the association.',
} as const;

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

export const serviceProblems = {
  client: {
    title: 'This site is not registered',
    text: 'The site that sent you here is not registered with us, so we cannot sign you in to it. Contact the people who run that site.',
  },
  'redirect address': {
    title: 'We cannot send you back',
    text: 'The site that sent you here gave a return address that is not registered for it. Contact the people who run that site.',
  },
  ended: {
    title: 'Sign-in has ended',
    text: 'The sign-in took too long, or your browser blocks cookies. Go back to the site you came from and sign in again.',
  },
  forged: {
    title: 'We could not confirm that this request came from our page',
    text: 'For your safety, we did nothing. Go back, reload the page and try again.',
  },
  'too many': {
    title: 'Too many attempts',
    text: 'There were too many attempts from your network. Wait a few minutes and try again.',
  },
  link: {
    title: 'This link no longer works',
    text: 'The link has already been used or has expired. To get a new one, go to sign in and choose “Forgotten password”.',
  },
  'too long': {
    title: 'This request is too long',
    text: 'The site that sent you here included more data than we accept. Contact the people who run that site.',
  },
  'not there': { title: 'Page not found', text: 'Check that the address is correct.' },
  broken: {
    title: 'Something went wrong',
    text: 'This is a problem on our side, and we have recorded it. Try again in a few minutes.',
  },
  away: {
    title: 'Sign-in is not available at the moment',
    text: 'Try again in a few minutes.',
  },
  'unfinished import': {
    title: 'Nobody can sign in yet',
    text: 'The import of the members is not finished. Try again in a few minutes. If you run this site and the import has stopped, import the same file again. ./chapterhouse doctor shows how.',
  },
} as const;

export const problemLinks = {
  again: 'Try again',
  account: 'Go to your account',
  start: 'Go to our start page',
} as const;

/** The text for somebody who goes back to a page of a finished sign-in. */
export const finishedText = {
  title: 'This sign-in is finished',
  text: 'You have already finished this sign-in, in this window or another one. Go back to {client}. If you are not signed in there, sign in again.',
  goOn: 'Go to {client}',
  account: problemLinks.account,
} as const;

export const passkeyText = {
  use: 'Use a passkey',
  notUsed: 'No passkey was used. Try again, or sign in another way.',
  wrong: 'This passkey was not accepted. Try again, or sign in with a password or a code by email.',
  notAdded: 'No passkey was added. Try again.',
  notAccepted: 'The passkey could not be added. Try again.',
  isThere: 'This device already has a passkey for this account.',
  tooMany: 'You have {most} passkeys, which is the most that you can have. Remove one first.',
  tooOften:
    'You have changed your passkeys many times. Try again {minutes, plural, one {in a minute} other {in # minutes}}.',
  unnamed: 'Passkey',
  title: 'Passkeys',
  what: 'With a passkey you sign in with the fingerprint, face or PIN of your device. You need no password and no code. A password and codes by email still work.',
  none: 'You have no passkey.',
  added: 'Added {time}',
  lastUsed: 'Last used {time}',
  notUsedYet: 'Not used yet',
  refused:
    'Disabled on {time}, because it may have been copied. Remove this passkey, and add a new one on a device that you trust.',
  add: 'Add a passkey',
  addText:
    'Add one on each device that you use. A passkey in a password manager works on every device where you use that password manager.',
  noScript: 'To add a passkey, use a browser that supports passkeys, with JavaScript switched on.',
  name: 'Name',
  save: 'Save the name <passkey>of {name}</passkey>',
  remove: 'Remove <passkey>{name}</passkey>',
  wrongName: 'Enter a name of at most {most, plural, one {# character} other {# characters}}.',
  gone: 'This passkey was removed already.',
  confirmTitle: 'To change your passkeys, sign in again',
  confirm:
    'Your last sign-in was more than {minutes, plural, one {a minute} other {# minutes}} ago, and somebody else may be using this browser.',
  confirmButton: 'Sign in again',
  isAdded: 'The passkey is added. You can use it at your next sign-in.',
  isNamed: 'The name is saved.',
  isRemoved:
    'The passkey is removed, and it can no longer be used to sign in. Your device or password manager may still show it: delete it there too.',
  back: 'Back to sign-in and security',
  change: 'Add, rename or remove passkeys',
  unavailable: 'This site cannot use passkeys, because its address does not start with https://.',
} as const;

/** The question that a person is asked once, after a sign-in. */
export const passkeyOfferText = {
  title: 'Sign in faster next time?',
  text: 'Add a passkey, and from now on sign in with the fingerprint, face or PIN of this device. You need no password and no code.',
  shared: 'Do not add one on a device that you share with people you do not trust.',
  later: 'You can also add one later: in your account, under “Devices”.',
  notNow: 'Not now',
} as const;

export const passkeyMailText = {
  addedSubject: '{organisation}: a passkey was added to your account',
  added: `Dear {name},

A passkey was added to your account: {passkey}.

If this was you, you do not need to do anything. If it was not, somebody else has had access to your account. Remove the passkey, and sign out everywhere in your account:
{url}
`,
  removedSubject: '{organisation}: a passkey was removed from your account',
  removed: `Dear {name},

{count, plural, one {A passkey was} other {# passkeys were}} removed from your account: {passkeys}.

You can still sign in with a code by email, or with your password if you have one. If neither you nor the office of {organisation} did this, somebody else may have access to your account. Sign out everywhere in your account:
{url}
`,
  refusedSubject: '{organisation}: one of your passkeys was disabled',
  refused: `Dear {name},

Your passkey {passkey} may have been copied. A passkey counts how often it is used, and at a sign-in this count was too low. We refused the sign-in, and the passkey no longer works.

Sign in with a code by email, or with your password if you have one. Then remove the passkey and add a new one:
{url}
`,
} as const;

/** The pages on which people change their own email address. */
export const ownEmailText = {
  title: 'Change your email address',
  now: 'Your email address is <strong>{email}</strong>.',
  none: 'You have no email address here yet.',
  what: 'We send a link to the new address. Your address changes when you open that link. You are then signed out everywhere, and sign in with the new address. Your old address gets an email too.',
  field: 'New email address',
  send: 'Send the link',
  missing: 'Enter the new email address.',
  lookAlikes: 'Two alphabets are mixed in this address. Type it again.',
  same: 'This is already your email address.',
  tooMany:
    'You have asked for many links. Try again {minutes, plural, one {in a minute} other {in # minutes}}.',
  sent: 'We sent an email to <strong>{email}</strong>. If it does not arrive, check the address, or contact {organisation}.',
  notSent:
    'This site cannot send email yet, so no email was sent to <strong>{email}</strong>. The association must set up email first.',
  noMail: 'This site cannot send email yet, so you cannot confirm a new address now. Contact {organisation}.',
  waiting: 'Waiting for you to confirm {email}, until {time}.',
  drop: 'Do not change it',
  dropped: 'Your address stays as it is.',
  recentTitle: 'To change your address, sign in again',
  back: 'Back to sign-in and security',
  confirmTitle: 'Confirm your new email address',
  confirm: 'From now on, emails and sign-in codes go to <strong>{email}</strong>.',
  confirmButton: 'Use this address',
  badTitle: 'This link does not work',
  bad: 'It was used already, is too old, or belongs to another account, or your address has changed since. You can ask for a new link.',
  again: 'Ask for a new link',
  doneTitle: 'Your email address is changed',
  done: 'It is now <strong>{email}</strong>. You are signed out everywhere. Sign in with the new address.',
  signIn: 'Sign in',
} as const;

export const setUpText = {
  title: 'Set up your association',
  intro:
    'This creates your association and removes the demonstration with all its members and sign-ins. You become its owner.',
  keep: 'Keep the demonstration and look around first',
  keepHint:
    'The passwords of the demonstration are in demo-credentials.json in the data folder. The link to this page is valid for 30 minutes. Each start of the server makes a new link.',
  you: 'You',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  password: 'Password',
  passwordHint: 'At least 10 characters.',
  association: 'Your association',
  name: 'Name of the association',
  country: 'Country',
  countryHint:
    'The name of the country as in your members’ addresses, such as Australia. Leave this empty if your members are around the world.',
  timeZone: 'Time zone',
  defaultZone: 'The default for the country',
  create: 'Create the association',
  firstType: 'Member',
  missing: 'Enter {label}',
  wrongEmail: 'Enter an email address such as ada@example.org',
  wrongZone: 'Choose a time zone: we have no default for this country',
  tooLong: '{label} must have at most 300 characters',
  usedTitle: 'This link cannot be used',
  used: 'It was used already, or is more than 30 minutes old. Each start of the server makes a new link.',
  start: 'To the directory',
  doneTitle: '{name} is ready',
  done: 'You are its owner. Sign in with your email address and password, and add your members.',
  open: 'Open the office',
} as const;
