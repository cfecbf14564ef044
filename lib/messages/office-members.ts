/** Text of the office's list of members. */
export const membersText = {
  title: 'Members',
  search: 'Search',
  searchHint: 'Names, numbers, addresses, email, phone and answers. The beginning of a word is enough.',
  find: 'Search',
  filters: 'Filters',
  any: 'Any',
  status: 'Status',
  approved: 'Approved',
  yes: 'Yes',
  no: 'No',
  kind: 'Kind',
  type: 'Membership type',
  category: 'Category',
  chapter: 'Chapter',
  state: 'State',
  from: 'Ends on or after',
  to: 'Ends on or before',
  email: 'Has an email address',
  location: 'Has a location',
  clear: 'Remove the search and all filters',
  name: 'Name',
  number: 'Number',
  expiry: 'Ends',
  place: 'Place',
  neverEnds: 'never',
  count: '{count, plural, =0 {No members} one {1 member} other {# members}}',
  countMany: 'More than 1,000 members',
  next: 'Next page',
  first: 'First page',
  none: 'No member matches.',
  noneAdvice: 'Check the spelling, use fewer words, or remove filters.',
  unnamed: 'No name',
  table: 'Members',
} as const;

export const memberStatusText = {
  financial: 'Current',
  expiring: 'Ends soon',
  expired: 'Ended',
  outstanding: 'Owes money',
} as const;

export const memberKindText = { individual: 'Individual', corporate: 'Corporate' } as const;

export const notApprovedText = 'Not approved';
