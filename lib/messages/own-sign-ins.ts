/** Text of the pages of a member's devices and connected sites. */
export const devicesText = {
  title: 'Sign-in and security',
  email: 'Email address',
  emailHint: 'You sign in with this address, and codes are sent to it.',
  noEmail: 'None yet',
  changeEmail: 'Change your email address',
  password: 'Password',
  passwordHint: 'A link to choose a new password is sent to your email address.',
  changePassword: 'Change your password',
  browsers: 'Where you are signed in',
  lead: 'These browsers are signed in to your account. Every sign-in ends after 12 hours.',
  unknown: 'Unknown browser',
  current: 'This device',
  signedIn: 'Signed in {time}',
  end: 'Sign out <device>{device}, {time}</device>',
  endAll: 'Sign out everywhere',
  endAllText: 'This signs you out in all browsers, including this one, and at all connected sites.',
  none: 'No browser that we know of is signed in to your account.',
  ended: 'The browser is signed out.',
} as const;

export const sitesText = {
  title: 'Connected sites',
  lead: 'You have signed in to these sites with your membership.',
  none: 'You have not signed in to another site with your membership.',
  isOwn: 'One of the association’s own sites, which do not ask for your consent',
  sees: 'It sees',
  since: 'Since {time}',
  lastUsed: 'Last sign-in {time}',
  notUsed: 'Not used yet, or last used before we began to record sign-ins',
  withdraw: 'Withdraw access <site>for {site}</site>',
  withdrawText:
    'If you withdraw a site’s access, the site keeps the data that it has stored, but gets no new data. You are asked for your consent again the next time you sign in there.',
  withdrawn: 'The site can no longer see your data.',
} as const;
