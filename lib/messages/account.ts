export const accountText = {
  title: 'My membership',
  menu: 'Your membership',
  memberships: 'Membership',
  card: 'Card',
  publicEntry: 'My entry',
  ownDetails: 'My details',
  devices: 'Sign-in and security',
  sites: 'Connected sites',
  privacy: 'Privacy',
  forMembers: 'For members',
  signOut: 'Sign out',
  office: 'Office',
  isMember: 'You are a member of {association}.',
  hasNone: 'You are signed in, but you have no membership of {association}.',
  hasLapsed: 'Your membership of {association} has ended. See below for what to do.',
  isNotValid: 'You have no valid membership of {association} today. See below for the reason.',
  onCommittee: 'You are on the committee of the {chapter} chapter.',
  owed: 'Owed <amount>{amount}</amount>',
  invoice: 'Invoice',
  tryAgain: 'Try again',
  membersContent: 'You can see this page because you have a valid membership today.',
} as const;

export const factText = {
  number: 'Number',
  type: 'Type',
  chapter: 'Chapter',
  memberSince: 'Member since',
  lastDay: 'Last day',
  addons: 'Addons',
  severalOf: '{quantity} × {name}',
  until: '{name}, until {date}',
  details: 'Your details',
  name: 'Name',
  organisation: 'Organisation',
  email: 'Email',
  phone: 'Phone',
  workPhone: 'Work phone',
  mobile: 'Mobile',
  address: 'Address',
  mailingAddress: 'Postal address',
} as const;

export const notAvailableText = {
  unavailable: {
    title: 'We cannot show your membership at the moment.',
    advice: 'The membership system is not responding. You are still signed in. Try again in a few minutes.',
  },
  refused: {
    title: 'The membership system did not accept your sign-in.',
    advice: 'Sign out and sign in again. If the problem continues, contact the association.',
  },
} as const;

/** The text for a person who no longer has a membership or a role. */
export const removedText = {
  title: 'You are no longer a member of {association}',
  text: 'You can no longer use the pages for members, a membership card or the other sites of {association}. If you think this is a mistake, contact {association}.',
  mayStill: 'You can still',
  rights: [
    'see your history',
    'download everything that is held about you',
    'ask for your data to be erased',
  ],
  ownData: 'What is held about you',
} as const;

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
