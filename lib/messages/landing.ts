/** Text that only the server renders: the head of the list, and the pages of a state, membership type or category. */
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
    types:
      '{count, plural, one {# member} other {# members}} of {organisation} with the membership type {name}.',
    categories: '{count, plural, one {# member} other {# members}} of {organisation} in the category {name}.',
  },
  narrow: 'Narrow your search',
  some: 'Some of these members',
  seeAll: '{count, plural, one {See the member with filters and map} other {See all # with filters and map}}',
  others: 'More in the directory',
  counted: '{name} ({count, number})',
} as const;
