/** Text of the office's list of searches that found nobody. */
export const searchesText = {
  title: 'What people looked for and did not find',
  menu: 'Searches',
  lead: 'Searches of the last {days, number} days that found nobody with these words, the most frequent first. Words are listed once they have been searched at least {atLeast, number} times.',
  none: 'There is nothing to show yet.',
  words: 'Words',
  count: 'Searches',
  places: 'Places',
  actions: 'What to do',
  noPlace: 'No place at least 5 times',
  place: '{name} ({count, number})',
  search: 'Search now',
  addSynonym: 'Add a synonym',
} as const;
