/** What the facets are called; an extra is called as the association has it. */
export const facetText = {
  type: 'Membership type',
  category: 'Category',
  chapter: 'Chapter',
  state: 'State',
  country: 'Country',
} as const;
