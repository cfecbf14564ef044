/** Text of the pages for one state, one membership type or one category. */
export const landingText = {
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
