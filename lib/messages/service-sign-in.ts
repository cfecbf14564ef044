/** Text of the service's own sign-in pages. */
export const serviceText = {
  pageTitle: '{title} – {name}',
  errorTitle: 'Error: {title}',
  errors: 'There is a problem',
  signIn: 'Sign in',
  goOnTo: 'to go on to <client>{client}</client>',
  or: 'or',
  forgotten: 'Forgotten password, or none yet',
  cancel: 'Cancel and go back',
  email: 'E-mail',
  password: 'Password',
  emailMissing: 'Enter your e-mail address.',
  passwordMissing: 'Enter your password.',
  wrong: 'E-mail or password is wrong.',
  tooManyAttempts:
    'There were too many attempts. Try again {minutes, plural, one {in a minute} other {in # minutes}}.',
  tooManySignIns:
    'There were too many attempts. Try again {minutes, plural, one {in a minute} other {in # minutes}}, or sign in with a code by e-mail.',
  tooManyMails:
    'Too many mails were asked for. Try again {minutes, plural, one {in a minute} other {in # minutes}}.',
  whoTitle: 'Who are you?',
  whoText: 'Several people share this e-mail address.',
  signOutTitle: 'Sign out?',
  signOut: 'Sign out',
  signedOutTitle: 'You are signed out',
  signedOutText: 'You can close this window.',
} as const;

/** Signing in by a mailed code. */
export const codeText = {
  requestTitle: 'Get a code by e-mail',
  requestText: 'We send six digits to your e-mail address; with them you sign in without a password.',
  send: 'Send the code',
  usePassword: 'Use a password',
  enterTitle: 'Enter the code',
  enterText:
    'If the address is one of a member, six digits are on their way to it. They work for {minutes, plural, one {# minute} other {# minutes}}.',
  code: 'Code',
  sendAnother: 'Send another code',
  wrong: 'The code is wrong or too old. After five attempts it works no more: get a new one.',
} as const;

/** Asking for a link to choose a password, and choosing it. */
export const passwordText = {
  requestTitle: 'Choose a new password',
  requestText: 'We send you a link with which you choose a new password, or your first one.',
  send: 'Send the link',
  back: 'Back to sign in',
  sentTitle: 'Look into your mail',
  sentText:
    'If the address is one of a member, a link to choose a new password is on its way to it. It works for one hour.',
  title: 'Choose a password',
  person: 'for <person>{name}</person>',
  password: 'New password',
  hint: 'At least {least, plural, one {# character} other {# characters}}. Several words are easy to remember.',
  save: 'Save the password',
  savedTitle: 'Your password is saved',
  savedText:
    'You can now sign in with it on your association’s sites. Wherever you were signed in before, you are not any more.',
  goOn: 'Go on and sign in with it',
  tooShort: 'The password must have at least {least, plural, one {# character} other {# characters}}',
  tooLong: 'The password must have at most {most, plural, one {# character} other {# characters}}',
  isEmail: 'The password must not be the e-mail address',
  refused: '{reason}.',
} as const;

/** Letting a site see one's data. */
export const consentText = {
  title: 'Go on to {client}?',
  willSee: '<client>{client}</client> ({source}) will see',
  allow: 'Allow and go on',
  deny: 'Do not allow',
  signedInAs: 'You are signed in as {name}. <link>Not you?</link>',
} as const;

/** What a client may see with each scope. */
export const scopeText = {
  user: 'your name, e-mail, addresses and phone numbers, and your memberships with what is owed for them',
  members: 'the organisation’s list of members',
  basic: 'the organisation’s membership types, categories and addons',
} as const;
