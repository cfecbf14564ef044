/** Text of a member's profile. */
export const profileText = {
  back: 'All members',
  memberSince: 'Member since {year}',
  chapter: 'Chapter: {name}',
  locations: 'Where to find {name}',
  about: 'About',
  contact: 'Contact',
  email: 'E-mail',
  phone: 'Phone',
  onMap: 'See on the map',
  somewhere: 'The exact place is not shown.',
  card: 'Save the contact (vCard)',
  description: '{name}, {type} of {organisation}',
  descriptionIn: '{name}, {type} of {organisation}, in {place}',
  member: 'member',
} as const;

/** Text of the demonstration's own pages. */
export const demonstrationText = {
  invoiceTitle: 'Invoice for membership {number}',
  invoiceText:
    'This is the demonstration. An association would show the invoice of this membership here: it gives the address of its own invoices, and Chapterhouse links to it.',
  payTitle: 'Payment for membership {number}',
  payText:
    'This is the demonstration; nothing can be paid here. An association would take the payment on its own page: it gives the address, and Chapterhouse links to it.',
  backToAccount: 'Back to my membership',
} as const;
