/** The association names the facets of extras. */
export const facetText = {
  type: 'Membership type',
  category: 'Category',
  chapter: 'Chapter',
  state: 'State',
  country: 'Country',
} as const;
