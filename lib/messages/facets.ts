/** Facets of extras are not listed here, because the association names them. */
export const facetText = {
  type: 'Membership type',
  category: 'Category',
  chapter: 'Chapter',
  state: 'State',
  country: 'Country',
} as const;
