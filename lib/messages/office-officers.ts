export const officerAccessText = {
  title: 'What chapter officers see',
  intro:
    'This applies to all chapter officers, from the next page that they open. They never see members of other chapters. What is hidden is also left out of lists, exports, searches and the history.',
  asOthers: 'Same as for all answers',
  save: 'Save what officers see',
  link: 'Decide what chapter officers and readers see',
  only: 'As a chapter officer, you do not see: {groups}.',
} as const;

export const readerAccessText = {
  title: 'What readers see',
  intro:
    'This applies to everybody with the role “reader”, from the next page that they open. Readers never change anything, and never see private answers, invoices or notes.',
  save: 'Save what readers see',
} as const;

export const officerLevelText = {
  hidden: 'Hidden',
  see: 'See',
  edit: 'See and change',
} as const;

/** The keys are the names of the groups in the setting `OfficerAccess`. */
export const officerGroupText = {
  names: 'Names, titles and organisations',
  contact: 'Email addresses and phone numbers',
  addresses: 'Streets, postcodes, postal addresses and points on the map',
  directory: 'Categories and what the directory shows',
  answers: 'Answers to questions',
  dates: 'First and last day of memberships, and the status',
  money: 'What is owed, links to invoices and payments, and the status',
  notes: 'Office notes',
} as const;
