/** Text of the shortlist. */
export const shortlistText = {
  title: 'Shortlist',
  add: 'Shortlist',
  addName: 'Shortlist {name}',
  full: 'Your shortlist is full. Remove one of its 50 entries first.',
  blocked:
    'Your browser does not let this site keep a shortlist. Allow storage for this site in its settings.',
  lead: 'Your shortlist is kept in this browser only. To send this list to somebody, share its address.',
  empty: 'There are no {many} in this list. Press the star on a card to add one.',
  find: 'Find {many}',
  gone: '{count, plural, one {One {one} of this list is no longer in the directory.} other {# {many} of this list are no longer in the directory.}}',
  share: 'Share',
  shareTitle: 'Shortlist: {name}',
  takeOver: 'Add all to my shortlist',
  clear: 'Remove all',
  compare: 'Compare',
  member: '{One}',
  type: 'Membership type',
  place: 'Place',
  categories: 'Categories',
  contact: 'Contact',
  since: 'Member since',
} as const;
