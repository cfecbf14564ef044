/** Text that the server alone draws: the head of the list, and the pages for one state, membership type or category. */
export const landingText = {
  listHeading: 'Find a member',
  listLead: 'Search {count, plural, one {# member} other {# members}} of {name} by name, field or place.',
  browse: 'Browse the directory',
  states: 'By state',
  types: 'By membership type',
  categories: 'By category',
  title: { states: 'Members in {name}', types: '{name}: members', categories: '{name}: members' },
  lead: {
    states: '{count, plural, one {# member} other {# members}} of {organisation} in {name}.',
    types: '{count, plural, one {# member} other {# members}} of {organisation} of the type {name}.',
    categories: '{count, plural, one {# member} other {# members}} of {organisation} in the category {name}.',
  },
  narrow: 'Narrow it down',
  some: 'Some of them',
  seeAll: '{count, plural, one {See the member with filters and map} other {See all # with filters and map}}',
  others: 'Elsewhere in the directory',
  counted: '{name} ({count, number})',
} as const;
