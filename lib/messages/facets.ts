/** Names of the facets. For an extra, the association chooses the name. */
export const facetText = {
  type: 'Membership type',
  category: 'Category',
  chapter: 'Chapter',
  state: 'State',
  country: 'Country',
} as const;
