/** Text of the part of a member's page about their sign-in. */
export const officeAccountText = {
  title: 'Sign-in',
  lastSignIn: 'Last signed in on {time}.',
  invited: 'No sign-in is recorded. Invited on {time}.',
  neverSignedIn: 'No sign-in and no invitation is recorded.',
  locked:
    'Wrong passwords were entered too often. Until {time}, passwords are refused from the networks and devices where this happened. If it happened in many places, passwords are refused from all devices that the member has not used before. If the member entered the wrong passwords, unlock the sign-in.',
  unlock: 'Unlock the sign-in',
  unlocked: 'The sign-in is unlocked. The member can try again now.',
  password: 'The member has had this password since {time}.',
  noPassword: 'The member has no password. They can sign in with a code that is sent by email.',
  passkeys: 'The member has {count, plural, one {a passkey} other {# passkeys}}.',
  link: 'An emailed link or code is still valid.',
  sessions:
    '{count, plural, =0 {Not signed in now.} one {Signed in on one device:} other {Signed in on # devices:}}',
  session: '{browser}, since {time}',
  unknownBrowser: 'An unknown browser',
  sites: 'Connected sites: {names}.',
  erasure: 'This person asked to be erased on {time}.',
  invite: 'Send an invitation',
  send: 'Email a link to set a new password',
  sent: 'The link was sent. It is valid for seven days.',
  notSent: 'The link could not be sent, because the mail server did not accept it. Check the address.',
  end: 'Sign out everywhere',
  removePasskeys: 'Remove the passkeys',
  passkeysRemoved: 'The passkeys are removed. We tell the member by email.',
  ended: 'The member is signed out everywhere. Emailed links and codes no longer work.',
} as const;
