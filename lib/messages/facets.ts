/** Names of the facets. An extra has the association's name for it. */
export const facetText = {
  type: 'Membership type',
  category: 'Category',
  chapter: 'Chapter',
  state: 'State',
  country: 'Country',
} as const;
