export const officeText = {
  title: 'Office',
  menu: 'Office',
  start: 'Today',
  members: 'Members',
  changes: 'Changes',
  import: 'Import',
  notices: 'Reminders',
  mails: 'Emails',
  settings: 'Settings',
  sites: 'Sites',
  webhooks: 'Webhooks',
  roles: 'Roles',
  health: 'Health',
  signedInAs: '{name}, {role}',
  help: 'How this works',
  mayDo: 'What you may do',
  remoteTitle: 'The office is at another site',
  remote: 'The members of {association} are managed at {host}. Sign in there to work with them.',
  unavailable: 'We cannot reach the membership system at the moment.',
  unavailableAdvice: 'You are still signed in. Try again in a few minutes.',
  tryAgain: 'Try again',
  toOffice: 'Go to the office',
  notFoundTitle: 'Page not found',
  notFound:
    'Either there is no such page in the office, or your role does not include it. Check the address. If you should have access, ask an owner of the association to give you a role.',
} as const;

export const officeMenuText = {
  button: 'Menu',
  membership: 'Membership',
  messages: 'Messages',
  directory: 'Directory',
  connections: 'Connections',
  association: 'Association',
} as const;

export const roleText = {
  owner: 'owner',
  secretary: 'secretary',
  officer: 'chapter officer',
  reader: 'reader',
} as const;

/** These texts describe a role to the person who has the role. */
export const roleDescription = {
  owner: 'You see and change all members, and you decide who else works in the office.',
  secretary: 'You see and change all members.',
  officer: 'You see and change the members of your chapters. You cannot see other members.',
  reader: 'You see all members, but you cannot change anything.',
} as const;

export const readerSeesText = {
  contact: 'You also see their contact details.',
  noContact: 'You do not see their contact details.',
} as const;
