/** Text of the list for paper. */
export const printText = {
  title: 'Members to print',
  heading: '{name}: members',
  printAll: '{count, plural, one {Print this member} other {Print all # members}}',
  printSome: 'Print the first {count, number}',
  print: 'Print',
  back: 'Back to the search',
  total: '{count, plural, =0 {No members match this search.} one {# member} other {# members}}',
  part: 'The first {shown, number} of {count, number} members. Narrow your search to print the others.',
  chosen: 'Search: {choices}',
  placeUnknown: 'Place not given',
  nearest: 'Nearest first',
} as const;
