export const settingsText = {
  title: 'Settings',
  general: 'The association',
  save: 'Save',
  rights: 'Who sees and changes what',
  each: 'Each question by itself ({count, number})',
  parts: 'Parts of this page',
  saved: 'Saved. The directory shows it within a few seconds.',
  savedOfficers: 'Saved. It applies to chapter officers from now on.',
  savedReaders: 'Saved. It applies to readers from now on.',
  removed: '{name} is removed.',
  newSynonym:
    'We added a line that begins with “{word}” under “Words that mean the same”. After the comma, type the words that members use. Then save.',
  conflict:
    'Somebody else has changed this. Your values are still in the form. To replace the other person’s values with yours, save again.',
  conflictField: '{label}: {value}',
  yes: 'yes',
  no: 'no',
  empty: 'empty',
  readOnly: 'Only an owner can change these settings.',
  priceTitle: 'Whom a new price concerns',
  priceNew: 'Members who are added from now on owe the new price, if “Amount owed” is left empty.',
  priceCurrent:
    '<link>{count, plural, one {# current member has} other {# current members have}} this type</link>. Nothing is added to what they owe.',
  priceOwing:
    '<link>{count, plural, one {# member of this type owes} other {# members of this type owe}} money</link>, and still {count, plural, one {owes} other {owe}} the same.',
  priceSites: 'Connected sites see the new price of all members of this type within seconds.',
  noneYet: 'Nothing has been added yet.',
  noValues: 'Nothing yet',
  back: 'All settings',
  add: 'Add',
  remove: 'Remove',
  removeTitle: 'Remove {name}',
  removeText: 'This can be undone on the page “Changes”.',
  inUse: 'It is in use: {uses}. Choose what should happen to those who have it.',
  inUseExtra: 'This question is in use: {uses}. To keep the answers, make the question private instead.',
  takeAwayExtra: 'Delete all answers to this question, and remove the question from the membership types',
  replaceWith: 'Their new membership type',
  takeAway: 'Remove it wherever it is used',
  choose: 'Choose',
  contrastTitle: 'How the colour looks',
  contrastText:
    'Where the colour would be hard to read, pages use a lighter or darker shade of it. These are the shades that they use.',
  onLight: 'Light pages',
  onDark: 'Dark pages',
  sample: 'Link',
  sampleButton: 'Button',
  ratio: 'Contrast {ratio} to 1',
} as const;

/**
 * The keys are also parts of web addresses. For example, `/office/settings/types/12` is the page of a membership type.
 */
export const itemListText = {
  types: { title: 'Membership types', one: 'membership type', add: 'Add a membership type' },
  categories: { title: 'Categories', one: 'category', add: 'Add a category' },
  chapters: { title: 'Chapters', one: 'chapter', add: 'Add a chapter' },
  addons: { title: 'Addons', one: 'addon', add: 'Add an addon' },
  extras: { title: 'Questions', one: 'question', add: 'Add a question' },
} as const;

/** A label, and a hint if the field needs one. */
/** The parts of the association's settings, in their order. */
export const settingGroupText = {
  names: 'Name, contact and words',
  directory: 'Who is in the directory',
  search: 'Words and areas for the search',
  country: 'Country, time and money',
} as const;

export const settingFieldText: Readonly<Record<string, readonly [label: string, hint?: string]>> = {
  'settings.Name': ['Name of the association'],
  'settings.NounOne': [
    'What one member is called',
    'Such as physiotherapist. Headings then say “Find a physiotherapist”. If you leave this empty, they say “member”.',
  ],
  'settings.NounMany': [
    'What several members are called',
    'Such as physiotherapists. If you leave this empty, pages say “members”.',
  ],
  'settings.Synonyms': [
    'Words that mean the same',
    'For the search in the directory. One group on each line, with commas between the words: osteo, osteopath, bone setter. Common words such as child and kid are known already.',
  ],
  'settings.Areas': [
    'Areas that visitors name',
    'For the search in the directory. One area on each line, with its suburbs or towns: Inner West: Newtown, Marrickville, Leichhardt. Many well-known areas are known already. Places that the map does not know are ignored.',
  ],
  'settings.ContactEmail': [
    'Contact address',
    'Visitors’ reports of mistakes, requests for erasure and replies to emails are sent to this address. If you leave this empty, the address that the operator has set is used.',
  ],
  'settings.Country': [
    'Country',
    'The English name of the country, as in members’ addresses. Leave this empty if your members are around the world.',
  ],
  'settings.TimeZone': ['Time zone', 'Memberships end at midnight in this time zone.'],
  'settings.Currency': ['Currency', 'Three letters, such as AUD.'],
  'settings.NoticeDays': [
    'Days before the end',
    'A membership counts as ending soon for this many days before it ends.',
  ],
  'settings.ListedStatuses': ['In the directory', 'Members with these statuses are listed.'],
  TypeHidden: ['Cards leave out the membership type', 'Visitors still find it on profiles and as a filter.'],
  DirectoryClosed: [
    'The directory is closed',
    'The public sees nobody. Other sites, the API and the directory for members are not affected.',
  ],
  MembersDirectory: [
    'Members have a directory of their own',
    'Members who sign in see what others show only to members, also while the directory is closed. It needs more memory.',
  ],
  'settings.InvoiceURLTemplate': [
    'Address of an invoice',
    'Write {MembershipNumber} or {ID} where the member’s number or ID belongs. If you leave this empty, pages have no link.',
  ],
  'settings.PaymentURLTemplate': [
    'Address to pay',
    'Write {MembershipNumber} or {ID} where the member’s number or ID belongs. If you leave this empty, pages have no link.',
  ],
  ReadersSeeContact: [
    'Readers see contact details',
    'Email addresses, phone numbers, streets, postcodes, postal addresses and points on the map, also in lists, searches and changes.',
  ],
  Name: ['Name'],
  Contact: [
    'Contact',
    'An email address, a phone number or a web address. It is shown in the directory on the pages of the chapter’s members.',
  ],
  Description: ['Description'],
  Cost: ['Price', 'Such as 120.00.'],
  Visible: ['Shown to members'],
  Searchable: ['The public can search by this'],
  'extras.Searchable': [
    'The public can search by this',
    'This applies only to public answers. If you do not tick this, the directory does not show the answers.',
  ],
  OnCard: [
    'Cards show the answer',
    'At most three questions. A plain yes is a tick with the short name, a no is left out. If you choose no question, cards show every plain yes.',
  ],
  Student: ['For students'],
  AnniversaryExpiry: ['Memberships run for a year from the day of joining, and do not end on a fixed date'],
  GST: ['The price includes tax'],
  MaxSubMembers: [
    'People in a company, at most',
    'The contact of a company can add people up to this number. The office can add more. 0 means no limit.',
  ],
  'types.Extras': ['Questions for this type'],
  Question: ['Question'],
  SearchName: ['Short name of the question, for the search filters'],
  AnswerType: ['Kind of answer'],
  Options: ['Options', 'One on each line.'],
  Audience: ['Who sees the answers'],
};

/** The order is from the widest audience to the narrowest. */
export const audienceText = {
  public:
    'Public: connected sites see the answers. If the public can search by this question, everybody sees them',
  members: 'Members only: signed-in members, in each other’s profiles',
  office: 'Private: only the office',
} as const;

/** The position in this list is the `AnswerType`. */
export const answerTypeText = [
  'Text',
  'One of the options',
  'Any of the options',
  'Yes or no',
  'Number',
  'Date',
] as const;
