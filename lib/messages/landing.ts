/** Only the server renders these texts. Browsers do not load this file. */
export const landingText = {
  listHeading: 'Find {aNoun}',
  listLead: 'Search {count, plural, one {# {one}} other {# {many}}} of {name} by name, field or place.',
  browse: 'Browse the directory',
  states: 'By state',
  types: 'By membership type',
  categories: 'By category',
  title: { states: '{Many} in {name}', types: '{name}: {many}', categories: '{name}: {many}' },
  lead: {
    states: '{count, plural, one {# {one}} other {# {many}}} of {organisation} in {name}.',
    types:
      '{count, plural, one {# {one}} other {# {many}}} of {organisation} with the membership type {name}.',
    categories: '{count, plural, one {# {one}} other {# {many}}} of {organisation} in the category {name}.',
  },
  narrow: 'Narrow your search',
  some: 'Some of these {many}',
  seeAll: '{count, plural, one {See the {one} with filters and map} other {See all # with filters and map}}',
  others: 'More in the directory',
  counted: '{name} ({count, number})',
} as const;
