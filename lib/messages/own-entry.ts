export const ownEntryText = {
  title: 'My entry',
  intro: 'This is what people see of you in the directory. You can change most of it here.',
  details: 'My details',
  detailsIntro: 'Only the association sees these details.',
  edit: 'Edit',
  editOf: 'Edit: {part}',
  save: 'Save',
  cancel: 'Cancel',
  saved: 'Saved. The public sees the change within a minute.',
  savedPrivate: 'Saved.',
  waits: 'Sent. The association looks at it before it is shown.',
  waiting: 'Waiting for the association since {day}: {value}',
  withdraw: 'Take it back',
  withdrawn: 'Taken back.',
  declined: 'On {day}, the association did not accept this change: {value}.',
  declinedWhy: 'The association wrote: {answer}',
  dismiss: 'Close this message',
  needsApproval: 'The association looks at a change before it is shown.',
  locked: 'Only the association can change this.',
  askOffice: 'Write to {email} to have it changed.',
  empty: 'Nothing yet',
  none: 'You have no membership, so there is nothing to change here.',
  seen: 'Shown in the directory',
  unseen: 'Not shown in the directory',
  hiddenEntry: 'Your entry is not in the directory now. What you change here is stored all the same.',
  whatIsShown: 'Decide what is shown',
  remote: 'Another site of the association has your details. You can change them there.',
  gone: 'This membership no longer exists.',
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
