export const searchesText = {
  title: 'What people looked for and did not find',
  menu: 'Searches',
  lead: 'These are words for which visitors found nobody in the last {days, number} days, the most frequent first. Words are listed after they have been searched for at least {atLeast, number} times.',
  none: 'There is nothing to show yet.',
  words: 'Words',
  count: 'Searches',
  places: 'Places',
  actions: 'What to do',
  noPlace: 'No place was named at least 5 times',
  place: '{name} ({count, number})',
  search: 'Search now',
  addSynonym: 'Add a synonym',
} as const;
