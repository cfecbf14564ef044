export const searchesText = {
  title: 'What people looked for and did not find',
  menu: 'Searches',
  lead: 'In the last {days, number} days, visitors searched for these words and found nobody. The most frequent words are first. Words are listed once they have been searched for at least {atLeast, number} times.',
  none: 'There is nothing to show yet.',
  words: 'Words',
  count: 'Searches',
  places: 'Places',
  actions: 'What to do',
  noPlace: 'No place was named 5 times or more',
  place: '{name} ({count, number})',
  search: 'Search now',
  addSynonym: 'Add a synonym',
} as const;
