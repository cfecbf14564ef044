export const ownEntryText = {
  intro:
    'This is your entry as visitors see it, with the details that they do not see. Choose “Edit” to change a part.',
  detailsTitle: 'My details',
  detailsIntro: 'Only the association sees these details, except for your town, state and country.',
  edit: 'Edit',
  editOf: 'Edit: {part}',
  partOf: '{part} ({membership})',
  saved: 'Saved. What the public sees changes within a minute.',
  savedDetails: 'Saved.',
  withdrawn: 'Done.',
  asked: 'Is this still right?',
  askedText:
    'The association asks once a year. Change what is wrong with “Edit”, or confirm that nothing is.',
  confirm: 'Everything is right',
  confirmed: 'Thank you. The association sees that you confirmed your entry today.',
  confirmedOn: 'You confirmed this entry on {day}.',
  otherPerson: 'The link that you opened is about a membership of somebody else. This is your own entry.',
  oldLink: 'The link that you opened is too old. This is your entry.',
  waiting: 'Waiting for the association since {day}:',
  proposed: '{field}: {value}',
  withdraw: 'Take it back',
  declined: 'The association did not accept this change on {day}:',
  declinedWhy: 'The association wrote: {answer}',
  dismiss: 'Close this message',
  needsApproval: 'The association looks at some of these changes before they are shown.',
  locked: 'Only the association changes this.',
  lockedWrite: 'Only the association changes this. Write to {email}.',
  empty: 'Nothing yet',
  seen: 'Shown in the directory',
  seenByMembers: 'Shown only to members',
  unseen: 'Not shown in the directory',
  places: 'Places',
  addPlace: 'Add a place',
  changePlace: 'Change {place}',
  placeTitle: 'A place of {name}',
  newPlace: 'A new place of {name}',
  hidePlaces: 'To hide all your places, choose “The office only” for “Places on the map”:',
  backToEntry: 'Back to my entry',
  preview: 'How others see it',
  shown: 'Decide what is shown',
  email: 'Email',
  emailHint: 'You sign in with this address.',
  changeEmail: 'Change your email address',
} as const;

/** The parts of the page, in its order. */
export const ownPartText = {
  name: 'Name',
  directory: 'What I do',
  answers: 'Answers',
  contact: 'Phone',
  address: 'Address',
  mailing: 'Postal address',
} as const;

export const ownRulesText = {
  title: 'What members change themselves',
  intro:
    'Members see these details on their own pages. A change that is free is shown at once. A change that needs approval waits under Applications.',
  save: 'Save what members may change',
  saved: 'Saved. It applies from the next page that a member opens.',
} as const;

export const ownRuleText = {
  free: 'Free: shown at once',
  approval: 'The office approves it',
  locked: 'Only the office changes it',
} as const;

export const ownStaffText = {
  link: 'Manage the staff of {company}',
  title: 'Staff of {company}',
  plainTitle: 'Staff',
  back: 'Back to my membership',
  intro:
    'These people are members through the company. Their membership ends on the same day as the company’s membership, and the company pays for it.',
  most: 'The membership of the company is for at most {count, plural, one {1 person} other {# people}}. It has {used} now.',
  nobody: 'Nobody is a member through the company yet.',
  closed: 'The membership of the company is not valid today, so you cannot change anything here.',
  locked: 'Only the association changes this list. Ask it to add or end a member.',
  approval: 'The association looks at each change before it applies.',
  list: 'Members of the company',
  waiting: 'Waits for the approval of the association',
  leaves: 'You have asked the association to end the membership on {day}',
  hasRole: 'Has a role in the office, so only the office changes this membership',
  signedIn: 'Has signed in',
  invited: 'Invited, but has not signed in yet',
  notInvited: 'Not invited yet',
  invite: 'Invite {name} to sign in',
  inviteAgain: 'Invite {name} again',
  end: '{name} has left',
  endIntro: 'Today will be the last day of the membership of {name}.',
  endButton: 'End the membership of {name}',
  add: 'Add a person',
  addIntro: 'They decide themselves whether the public directory shows them.',
  addTick: 'Email the person an invitation to sign in',
  anywayTick: 'Add the person even if somebody with this name or email address is in the list',
  addButton: 'Add the person',
  full: 'The company has as many people as its membership type allows. Ask the association for more.',
  ends: '{name}: ends on {day}',
  unknown: 'a former member',
} as const;

export const ownStaffDoneText = {
  added: 'The person is added.',
  invited: 'The person is added, and has been sent an invitation.',
  sent: 'The invitation has been sent.',
  'not-sent': 'The email could not be sent. Try again later.',
  later: 'The invitation will be sent as soon as the association can send emails.',
  waits: 'The association has your request, and will decide.',
  ended: 'The membership ends today.',
} as const;
