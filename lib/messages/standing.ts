/** Text that says how a membership stands and what to do next. */
export const standingText = {
  notApproved: 'The association has not approved it yet.',
  incomplete: 'The application is not complete.',
  noStatus: 'The association has recorded no status for it.',
  recordedAs: 'The association has recorded it as “{word}”.',
  ended: 'It has ended.',
  endedOn: 'It ended on {date}.',
  endedOwing: 'It has ended, and a payment is outstanding.',
  endedOnOwing: 'It ended on {date}, and a payment is outstanding.',
  noEnd: 'It is valid and has no end date.',
  lastDay: 'It is valid today, which is its last day.',
  validUntil: 'It is valid until {date}, that day included.',
  owing: 'A payment is outstanding.',
  owingLastDay: 'A payment is outstanding. It is valid today, which is its last day.',
  owingUntil: 'A payment is outstanding. It is valid until {date}, that day included.',
  askManager: '{name} looks after it. Ask there to have it put right.',
  payToRestore: 'Pay what is owed to bring it back.',
  askHowToPay: 'Ask the association how to pay.',
  payNow: 'Pay now',
  renew: 'Renew',
  managedBy: 'Managed by {name}',
  corporate: 'Organisation that you are the contact of',
  own: 'Your own membership',
} as const;

/** The one or two words for a state. */
export const stateLabels = {
  current: 'Current',
  expiring: 'Ending soon',
  owing: 'Payment outstanding',
  expired: 'Lapsed',
  'awaiting-approval': 'Waiting for approval',
  incomplete: 'Not complete',
  other: 'Ask the association',
} as const;

/** What to do next. */
export const nextSteps = {
  nothing: 'There is nothing to do.',
  'renew-soon': 'Renew it to keep it.',
  pay: 'Please pay what is owed.',
  renew: 'Renew it to bring it back.',
  wait: 'There is nothing to do until the association has decided.',
  'complete-application': 'Ask the association what is missing.',
  'ask-association': 'Ask the association what that means for you.',
} as const;
