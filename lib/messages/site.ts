export const siteText = {
  skip: 'Skip to main content',
  navigation: 'Main',
  directory: 'Directory',
  map: 'Map',
  shortlist: 'Shortlist',
  account: 'My membership',
  demonstration: 'Demonstration: these members are not real.',
  titleOf: '{name} {one} directory',
  description: 'Find {aNoun} of {name} by name, field or place.',
  dataAsOf: 'Data as of {time}',
  dataStale: 'We cannot reach the membership system. You are seeing data from {time}.',
  dataNone: 'The directory is loading. Try again in a minute.',
  about: 'About this directory',
  aboutText:
    '{count, plural, one {# {one}} other {# {many}}} of {name}. Each member decides what is shown here.',
  openSource: 'Runs on Chapterhouse',
  notFoundTitle: 'Page not found',
  notFoundText: 'Check that the address is correct. The page may have moved.',
  noMember: '{One} not found',
  noSitemapFile: 'Sitemap file not found',
  goneTitle: 'This {one} is no longer listed',
  goneText: 'The profile was public before and has been withdrawn.',
} as const;

/** Only the server renders these texts. Browsers do not load this file. */
export const landingText = {
  listHeading: 'Find {aNoun}',
  closed: 'The directory is closed for now.',
  listLead: 'Search {count, plural, one {# {one}} other {# {many}}} of {name} by name, field or place.',
  browse: 'Browse the directory',
  states: 'By state',
  types: 'By membership type',
  categories: 'By category',
  title: { states: '{Many} in {name}', types: '{name}: {many}', categories: '{name}: {many}' },
  lead: {
    states: '{count, plural, one {# {one}} other {# {many}}} of {organisation} in {name}.',
    types:
      '{count, plural, one {# {one}} other {# {many}}} of {organisation} with the membership type {name}.',
    categories: '{count, plural, one {# {one}} other {# {many}}} of {organisation} in the category {name}.',
  },
  narrow: 'Narrow your search',
  all: '{Many}',
  some: 'Some of these {many}',
  seeAll: '{count, plural, one {See the {one} with filters and map} other {See all # with filters and map}}',
  others: 'More in the directory',
  counted: '{name} ({count, number})',
} as const;

export const profileText = {
  back: 'All {many}',
  backToSearch: 'Back to the results',
  memberSince: 'Member since {year}',
  chapter: 'Chapter: {name}',
  chapterContact: 'The chapter',
  locations: 'Where to find {name}',
  about: 'About',
  services: 'Services',
  areas: 'Areas served',
  confirmed: 'Confirmed by the member on {day}',
  hours: 'Opening hours',
  nearby: '{Many} nearby',
  contact: 'Contact',
  email: 'Email',
  phone: 'Phone',
  noContact: 'No phone number, email address, website or address is shown here.',
  onMap: 'See on the map',
  somewhere: 'The exact place is not shown.',
  description: '{name}, {type} of {organisation}',
  descriptionIn: '{name}, {type} of {organisation}, in {place}',
} as const;

export const demonstrationText = {
  invoiceTitle: 'Invoice for membership {number}',
  invoiceText:
    'This is a demonstration. A real association shows the invoice for this membership on its own page. The association sets the address of that page, and Chapterhouse links to it.',
  payTitle: 'Payment for membership {number}',
  payText:
    'This is a demonstration, so you cannot pay here. A real association takes the payment on its own page. The association sets the address of that page, and Chapterhouse links to it.',
  backToAccount: 'Back to my membership',
} as const;

/** Facets of extras are not listed here, because the association names them. */
export const facetText = {
  type: 'Membership type',
  category: 'Category',
  chapter: 'Chapter',
  state: 'State',
  country: 'Country',
} as const;

export const messageText = {
  link: 'Write to {name}',
  lead: 'We email your message to {name}. You do not see their address, but they see yours so that they can reply. We do not publish or keep your message.',
  name: 'Your name',
  email: 'Your email address',
  emailHint: '{name} sees this address and can reply to you.',
  message: 'Your message',
  send: 'Send',
  back: 'Back to the profile',
  title: 'Send a message',
  sentTitle: 'Thank you',
  sent: 'We email your message, if the person or organisation still accepts messages. Replies come to your own email address. We do not keep a copy.',
  empty: 'Enter your name and a message. Use your browser’s Back button to return to what you wrote.',
  emailForm: 'An email address, like name@example.org',
  emailWrong:
    'Enter your email address in the correct format, like name@example.org. Without it you cannot get a reply. Use your browser’s Back button to return to what you wrote.',
  later:
    'Your message was not sent. In the last hour, too many messages were sent from your network or to this person or organisation, or this site has sent too many messages today. Try again in an hour, or tomorrow. Use your browser’s Back button to return to what you wrote.',
  failed:
    'We could not send the email. Try again in a few minutes. Use your browser’s Back button to return to what you wrote.',
} as const;

export const reportText = {
  link: 'Report a mistake',
  title: 'Report a mistake: {name}',
  lead: 'We email your report to {organisation}, with the address of this profile. We do not publish or keep it.',
  mistake: 'What is wrong, and what should it be?',
  email: 'Your email address (optional)',
  emailHint: 'Only used by {organisation} to reply to you.',
  send: 'Send',
  back: 'Back to the profile',
  sentTitle: 'Thank you',
  sent: 'We have sent your report to {organisation}.',
  empty: 'Your report is empty. Enter what is wrong.',
  emailWrong:
    'Enter an email address in the correct format, like name@example.org, or leave this field empty. Use your browser’s Back button to return to what you wrote.',
  later:
    'Too many reports were sent from your network or to the association in the last hour. Your report was not sent. Try again in an hour. Use your browser’s Back button to return to what you wrote.',
  failed:
    'We could not send the email. Try again in a few minutes. Use your browser’s Back button to return to what you wrote.',
} as const;
