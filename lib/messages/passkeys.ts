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
