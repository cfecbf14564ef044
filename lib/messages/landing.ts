/** Text of the pages for one state or one membership type. */
export const landingText = {
  browse: 'Browse the directory',
  states: 'By state',
  types: 'By membership type',
  stateTitle: 'Members in {name}',
  typeTitle: '{name}: members',
  stateLead: '{count, plural, one {# member} other {# members}} of {organisation} in {name}.',
  typeLead: '{count, plural, one {# member} other {# members}} of {organisation} of the type {name}.',
  narrow: 'Narrow it down',
  some: 'Some of them',
  seeAll: '{count, plural, one {See the member with filters and map} other {See all # with filters and map}}',
  others: 'Elsewhere in the directory',
  counted: '{name} ({count, number})',
} as const;
