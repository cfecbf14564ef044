/** Text of the shortlist. */
export const shortlistText = {
  title: 'Shortlist',
  add: 'Shortlist',
  addName: 'Shortlist {name}',
  full: 'Your shortlist has 50 members, which is the most it can have. Remove one first.',
  blocked:
    'Your browser does not let this site keep a shortlist. Allow storage for this site in its settings.',
  lead: 'Members that you mark with a star. They are kept in this browser only. To send the list to somebody, share its address.',
  empty: 'There are no members in this list. Press the star on a member’s card to add one.',
  find: 'Find members',
  gone: '{count, plural, one {One member of this list is no longer in the directory.} other {# members of this list are no longer in the directory.}}',
  share: 'Share',
  shareTitle: 'Shortlist: {name}',
  takeOver: 'Add all to my shortlist',
  clear: 'Remove all',
  compare: 'Compare',
  member: 'Member',
  type: 'Membership type',
  place: 'Place',
  categories: 'Categories',
  contact: 'Contact',
  since: 'Member since',
} as const;
