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

export const cardText = {
  title: 'Membership card',
  cardOf: 'Membership card of {name}',
  revoked: 'Your old cards no longer work. These are your new cards.',
  none: 'Each valid membership has a card, but you have no valid membership today. Go to <link>your memberships</link> to find out what to do.',
  lead: 'Show your card on your phone, or print this page. If somebody scans the code, a page at {host} shows them whether the membership is valid that day, and the name and membership type on the card. It shows nothing else.',
  typed: 'They can also type the letters and digits at {address}.',
  number: 'Number {number}',
  until: 'Until {date}',
  code: 'QR code for checking this card',
  checkAt: 'Check at {address}',
  scan: 'What a scan shows',
  lost: 'Lost a card?',
  revokeText:
    'If you cancel your old cards, every card you have shown or printed stops working, and you get new cards.',
  revoke: 'Cancel my old cards',
} as const;

export const verifyText = {
  title: 'Membership check',
  formTitle: 'Check a membership card',
  formText: 'You see whether the membership is valid today, the name on the card and the membership type.',
  code: 'Code on the card',
  codeHint: '13 letters and digits, such as 0123-4567-89ABC',
  codeWrong: 'This is not the code of a card. A code has 13 letters and digits, such as 0123-4567-89ABC.',
  check: 'Check',
  another: 'Check another card',
  asOf: 'As of <time>{time}</time>',
  valid: 'Valid',
  notValid: 'Not valid today',
  unknown: 'Not a valid card',
  unknownText:
    'If you typed the code, compare it with the card. Otherwise, ask the member for their current card.',
  unavailable: 'We cannot check this card at the moment',
  unavailableText: 'Try again in a few minutes.',
} as const;

/** Texts for members who end their membership or leave the directory. */
export const leavingText = {
  title: 'End your membership',
  link: 'End this membership',
  intro: 'Your membership ({name}) ends on {day}. It is not renewed, and you are not asked to renew it.',
  introNoDay:
    'Your membership ({name}) has no last day. The association is told that you want to leave, and it decides on the last day.',
  until: 'Until then, nothing changes, and you can take it back here.',
  after: 'After that day:',
  loses: {
    card: 'your membership card is no longer valid',
    members: 'you can no longer open the pages for members, unless you have another membership',
    directory: 'the directory shows your entry only if the association also lists ended memberships',
    staff: 'the memberships of your staff end too',
  },
  keeps: 'You can still sign in, see what is held about you, and ask for it to be erased.',
  reason: 'Why do you leave? (optional)',
  reasonField: 'The reason',
  reasonHint: 'The office of the association reads this. At most {max} characters.',
  button: 'End it on {day}',
  buttonNoDay: 'Tell the association that you leave',
  back: 'Keep your membership',
  nothing: 'You have no membership that you can end here. Ask the association.',
  leaves: 'You said on {said} that you leave. Your membership ends on {day}.',
  leavesNoDay: 'You said on {said} that you leave. The association decides on the last day.',
  left: 'You said on {said} that you leave. Your membership ended on {day}.',
  stay: 'Take it back: stay a member',
  done: 'Your membership is not renewed. You can take it back until its last day.',
  stays: 'You stay a member.',
} as const;

export const privacyText = {
  title: 'Privacy',
  directory: 'The directory',
  of: 'The directory ({membership})',
  isListed: 'You agree that the public directory shows this entry.',
  isUnlisted: 'You do not agree that the public directory shows this entry, so it is not shown.',
  unlist: 'Take my entry out of the directory',
  list: 'Let the directory show my entry',
  unlisted: 'You took back your consent. The directory stops showing your entry within a minute.',
  listed: 'The directory may show your entry again.',
  choose: 'Choose what the directory shows, and whether people may write to you',
  held: 'What is held about you',
  heldText: 'See your history, and download everything that the association holds about you.',
  seeHeld: 'See or download it',
  erasureText: 'You can ask the association to erase everything. It checks your request first.',
  askErasure: 'Ask for erasure',
  sitesText: 'Other sites that you have signed in to with this account see what you allowed them to see.',
  sites: 'See the connected sites',
} as const;

export const standingText = {
  notApproved: 'The association has not approved it yet.',
  suspended: 'The association has suspended it.',
  cancelled: 'It was cancelled.',
  cancelledOn: 'It was cancelled, and its last day is {date}.',
  incomplete: 'The application is not complete.',
  noStatus: 'The association has recorded no status for it.',
  recordedAs: 'The association has recorded its status as “{word}”.',
  ended: 'It has ended.',
  endedOn: 'It ended on {date}.',
  endedOwing: 'It has ended, and a payment is outstanding.',
  endedOnOwing: 'It ended on {date}, and a payment is outstanding.',
  noEnd: 'It is valid and has no end date.',
  lastDay: 'It is valid until the end of today.',
  validUntil: 'It is valid until the end of {date}.',
  owing: 'A payment is outstanding.',
  owingLastDay: 'It is valid until the end of today. A payment is outstanding.',
  owingUntil: 'It is valid until the end of {date}. A payment is outstanding.',
  askManager: '{name} manages it. Ask them what to do.',
  payToRestore: 'Pay what is owed to restore it.',
  askHowToPay: 'Ask the association how to pay.',
  payNow: 'Pay now',
  renew: 'Renew',
  managedBy: 'Managed by {name}',
  corporate: 'Organisation you are the contact for',
  own: 'Your own membership',
} as const;

export const stateLabels = {
  current: 'Current',
  expiring: 'Ends soon',
  owing: 'Payment outstanding',
  expired: 'Ended',
  'awaiting-approval': 'Waiting for approval',
  incomplete: 'Not complete',
  suspended: 'Suspended',
  cancelled: 'Cancelled',
  other: 'Ask the association',
} as const;

export const nextSteps = {
  nothing: 'You do not need to do anything.',
  'renew-soon': 'Renew it to keep it.',
  pay: 'Pay what is owed.',
  renew: 'Renew it to restore it.',
  wait: 'You do not need to do anything until the association has decided.',
  'complete-application': 'Ask the association what is missing.',
  'ask-association': 'Ask the association what this means for you.',
} as const;

export const ownDataText = {
  title: 'What we hold about you',
  removedTitle: 'You are no longer a member of {organisation}',
  removed:
    'You can still see and download what we hold about you, and ask us to erase it. If you think this is a mistake, contact {organisation}.',
  signedInAs: 'You are signed in as {name}.',
  confirmTitle: 'Confirm that it is you',
  confirm:
    'To protect your data, sign in again before you download it or ask for its erasure. Your history is below.',
  download: 'Download your data',
  downloadText:
    'One file with everything: your details, memberships, sign-ins, connected sites and every recorded change. Keep it safe: it is personal.',
  downloadPage: 'Download to read',
  downloadJson: 'Download for a program (JSON)',
  erasure: 'Ask for erasure',
  erasureText:
    '{organisation} will check your request, and may have to keep some records by law. Erasure ends your memberships and your account, and cannot be undone.',
  understood: 'I want everything that you hold about me to be erased',
  understoodMissing: 'Tick the box to confirm that you want your data to be erased.',
  send: 'Send the request',
  requested: 'You asked for erasure on {date}. {organisation} has not closed your request yet.',
  withdraw: 'Withdraw the request',
  sent: 'Your request is recorded. {organisation} will reply to you.',
  withdrawn: 'Your request was withdrawn. Nothing was erased.',
  history: 'History',
  newest:
    'This shows the newest {count, plural, one {# change} other {# changes}}. Your download contains all changes.',
  noHistory: 'No changes are recorded.',
  tooMany:
    'You have opened this page many times. Try again {minutes, plural, one {in a minute} other {in # minutes}}.',
  back: 'Back to Privacy',
} as const;

/** Each key consists of the kind of record and the operation. */
export const changeText = {
  membershipCreated: 'Membership {id} was added',
  membershipUpdated: 'Membership {id} was changed: {fields}',
  membershipRemoved: 'Membership {id} was removed',
  membershipLapsed: 'Membership {id} ended',
  personCreated: 'You were added',
  personUpdated: 'Your details were changed: {fields}',
  committee: 'Your committee seats were changed',
  merged: 'Two records about you were merged or separated',
  password: 'A password was set',
  accountRemoved: 'Your account was removed',
  unlocked: 'Your sign-in was unlocked: wrong passwords that were tried before no longer count',
  passkeyAdded: 'A passkey was added to your account',
  passkeyNamed: 'A passkey was renamed',
  passkeyRemoved: 'A passkey was removed from your account',
  passkeyRefused: 'A passkey was disabled, because it may have been copied',
  consent: 'You allowed a site to see your data',
  consentWithdrawn: 'You withdrew a site’s access to your data',
  signedOut: 'You were signed out everywhere',
  readingLimited: 'You had to wait, because you read very much of the directory for members',
  erasureRequested: 'You asked for erasure',
  erasureWithdrawn: 'You withdrew your request for erasure',
  erasureRefused: 'Your request for erasure was closed',
  other: '{kind} {id}: {operation}',
} as const;

export const authorText = {
  self: 'by you',
  office: 'by the association',
  import: 'by an import',
  client: 'by {name}',
  clock: 'automatically',
} as const;

export const erasureMailText = {
  officeSubject: '{organisation}: request for erasure by person {id}',
  office: `{name} (person {id}) has asked {organisation} to erase everything that it holds about them.
They signed in just before they sent the request.

Show the person:    ./chapterhouse person show --organisation {organisationId} --person {id}
Export their data:  ./chapterhouse person export --organisation {organisationId} --person {id} --out FOLDER
Erase the person:   ./chapterhouse person erase --organisation {organisationId} --person {id}
Close the request:  ./chapterhouse person refuse-erasure --organisation {organisationId} --person {id} --reason TEXT

All open requests:  ./chapterhouse person list --organisation {organisationId} --erasure-requests
`,
  personSubject: '{organisation}: your request for erasure',
  person: `Dear {name},

You asked {organisation} to erase everything that it holds about you. It will check the request and reply to you.

If you did not ask for this, somebody else may have access to your account. Sign in, withdraw the request and choose a new password:
{url}
`,
} as const;

export const publicEntryText = {
  noMembership: 'You have no membership, so you are not in the directory.',
  ask: 'To change what is shown, contact the association.',
  change: 'Change what is shown',
  inList: 'In the list',
  onPage: 'Visitors also find <link>your public page</link>.',
  wholePage: 'The whole page, as visitors get it',
  forMembers: 'What signed-in members see',
  fields: 'What is public, and why',
  hidden: 'Visitors cannot see this membership. {reason}',
} as const;

/** Why visitors cannot see a membership. */
export const hiddenReasons = {
  closed: 'The directory is closed for now, so visitors see nobody.',
  closedForVisitors: 'The directory is closed for now. Members see it after they sign in.',
  forMembers: 'Only members see it, after they sign in.',
  choice: 'It is hidden, by your choice or the association’s.',
  'awaiting-approval': 'It is not approved yet.',
  incomplete: 'The application is not complete.',
  expired: 'It has ended.',
  owing: 'A payment is outstanding.',
  suspended: 'It is suspended.',
  cancelled: 'It was cancelled.',
  other: 'The directory lists only valid memberships.',
  type: 'The association does not list memberships of this type, or the name is hidden. A change shows within a minute.',
  unknown:
    'Perhaps it is hidden from the directory, or the association does not list memberships of this type. A change shows within a minute.',
} as const;

export const publicFieldText = {
  name: 'Name',
  picture: 'Picture',
  noDescription: 'Without a description',
  organisation: 'Organisation',
  type: 'Membership type',
  categories: 'Categories',
  chapter: 'Chapter',
  memberSince: 'Member since',
  place: 'Place',
  email: 'Email',
  phone: 'Phone',
  messages: 'Messages',
  takesMessages: 'People can write to you',
  onMap: 'On the map',
} as const;

export const publicReasons = {
  unlessOff: 'Shown unless you or the association switch it off.',
  name: 'Shown unless you or the association switch it off. Without a name there is no profile.',
  type: 'Shown unless you or the association switch it off. The association shows this type to the public.',
  memberSince: 'Shown unless you or the association switch it off. Only the year is shown.',
  place:
    'Shown unless you or the association switch it off. Your street and your postal address are never shown.',
  answer:
    'Shown unless you or the association switch it off. The association lets people search by the answers to this question.',
  switchedOn: 'Shown because you or the association switched it on.',
  messages:
    'Shown because you or the association switched it on. Your profile has a form if this site can send email. Your address is not shown.',
} as const;

/** Why a place on the map has its precision. */
export const precisionReasons = {
  exact: 'At its exact place, because this was chosen, or because it is the default for organisations.',
  suburb: 'As an area: the map shows the middle of the suburb, not your address.',
  postcode: 'As an area: the map shows the middle of the postcode, not your address.',
  state: 'As an area: the map shows the middle of the state, not your address.',
} as const;

export const forMembersText = {
  profile: 'A member’s profile',
  directory: 'Directory for members',
  directoryIntro: 'The directory for members shows what members show only to each other. Do not pass it on.',
  openDirectory: 'Open the directory for members',
  noDirectory: 'The association has no directory for members, or it is being loaded. Try again in a minute.',
  intro: 'Find a member to see their profile, including the details that only members can see.',
  find: 'Find a member',
  byName: 'Name, place or anything else that the directory shows',
  search: 'Search',
  nobody: 'Nobody in the directory matches.',
  found: '{count, plural, one {# member} other {# members}}',
  more: 'These are the first {count}. Type more of the name to find others.',
  section: 'For members only',
  sectionHint: 'Signed-in members see this. The public does not.',
  refused: 'This page is for members, and you have no valid membership today.',
  refusedHelp: 'See why, and what to do',
} as const;
