/** Text of the pages for one's own membership. */
export const accountText = {
  title: 'My membership',
  menu: 'Your membership',
  memberships: 'Memberships',
  card: 'Card',
  publicEntry: 'What the world sees',
  forMembers: 'For members',
  signOut: 'Sign out',
  isMember: 'You are a member of {association}.',
  hasNone: 'You are signed in, and have no membership of {association}.',
  hasLapsed: 'Your membership of {association} has lapsed. Below is how to put it right.',
  isNotValid: 'You have no valid membership of {association} today. Below is why.',
  onCommittee: 'You are on the committee of the {chapter} chapter.',
  owed: 'Owed <amount>{amount}</amount>',
  invoice: 'Invoice',
  tryAgain: 'Try again',
  membersContent:
    'You can read this because one of your memberships is valid today. An association puts here what only its members may see.',
  membersRefused:
    'This page is for members, and you have no valid membership today. <link>Your account</link> says why and what to do.',
} as const;

/** Names of what is recorded of a membership and of its holder. */
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
  email: 'E-mail',
  phone: 'Phone',
  workPhone: 'Work phone',
  mobile: 'Mobile',
  address: 'Address',
  mailingAddress: 'Mailing address',
} as const;

/** Instead of a member's data while the API does not give it, by what it did. */
export const notAvailableText = {
  unavailable: {
    title: 'Your membership cannot be shown at the moment.',
    advice:
      'The membership system does not answer. You are still signed in; please try again in a few minutes.',
  },
  refused: {
    title: 'The membership system does not accept your sign-in.',
    advice: 'Please sign out and in again. If it stays so, tell the association.',
  },
} as const;
