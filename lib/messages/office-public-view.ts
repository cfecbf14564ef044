export const publicViewText = {
  audiences: 'Who sees what',
  entry: 'The entry is for:',
  whoSeesEntry: 'Who sees the entry',
  changeAudiences: 'Change who sees what',
  title: 'What the public sees now',
  fields: 'Each public value',
  notListed: 'The public cannot see this membership now:',
  closed: 'The directory is closed, so the public sees nobody.',
  hidden: 'It is hidden from the directory.',
  notApproved: 'It is not approved yet.',
  ended: 'It has ended.',
  owes: 'Money is owed, and the association does not list such memberships.',
  otherwise:
    'The association does not list memberships of this type, or the member’s name is hidden. A change made in the last few seconds may not show yet.',
} as const;
