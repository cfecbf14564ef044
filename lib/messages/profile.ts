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
