export const standingText = {
  notApproved: 'The association has not approved it yet.',
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
