export const printText = {
  title: '{Many} to print',
  printAll: '{count, plural, one {Print this {one}} other {Print all # {many}}}',
  printSome: 'Print the first {count, number}',
  print: 'Print',
  back: 'Back to the search',
  total: '{count, plural, =0 {No {many} match this search.} one {# {one}} other {# {many}}}',
  part: 'The first {shown, number} of {count, number} {many}. Narrow your search to print the others.',
  chosen: 'Search: {choices}',
  placeUnknown: 'Place not given',
  nearest: 'Nearest first',
} as const;
