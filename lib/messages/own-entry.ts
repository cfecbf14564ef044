export const ownEntryText = {
  intro: 'This is what the association has about you for the directory. Choose “Edit” to change a part.',
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
  empty: 'Nothing yet',
  seen: 'Shown in the directory',
  unseen: 'Not shown in the directory',
  places: 'Places',
  addPlace: 'Add a place',
  changePlace: 'Change {place}',
  placeTitle: 'A place of {name}',
  newPlace: 'A new place of {name}',
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
