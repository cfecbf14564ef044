/** Text of the service's page on which members choose what the world sees of them. */
export const preferencesText = {
  title: 'What the world sees of me',
  saved: 'Your choices are saved. The directory follows within a minute. <link>See your entry</link>',
  noMembership: 'You have no membership here, so nothing of you is in the directory.',
  save: 'Save',
  back: 'Back to your account',
  membership: '{name}, membership {number}',
  listed: 'List me in the directory',
  show: 'When I am listed, show',
  messages: 'Messages',
  takesMessages: 'Let people write to me through the directory; my address is not shown',
  noMail: 'This site cannot send mail yet; until it can, nobody is offered to write to you.',
  noEmail: 'The association has no e-mail address of yours, so nobody is offered to write to you.',
  messagesHint:
    'Your profile then has a form. What people write comes to {email}. The form does not show that address; your answer would.',
  place: 'A place',
  precision: '{place}: how exactly it is shown',
  precisionHint:
    'Anything but the exact place is shown as an area, and the street address stays hidden, from other sites too.',
  precisionHintNamed:
    'Anything but the exact place is shown as an area, and the street address stays hidden, from other sites too. Its name, “{name}”, is always shown, even where it tells the place.',
} as const;

/** How exactly a place is shown. */
export const precisionText = {
  exact: 'The exact place',
  suburb: 'The suburb only',
  postcode: 'The postcode only',
  state: 'The state only',
} as const;

/** What one tick shows, by the first field that it stands for. */
export const choiceText = {
  FirstName: 'Name and title',
  Organisation: 'Organisation',
  MembershipType: 'Type of membership',
  Categories: 'Categories',
  Chapter: 'Chapter',
  JoiningDate: 'Member since (the year)',
  Suburb: 'Suburb',
  State: 'State and country',
  Extras: 'Answers to the questions of the directory',
  Email: 'E-mail',
  Phone: 'Phone',
  WorkPhone: 'Work phone',
  Mobile: 'Mobile',
  Locations: 'Places on the map',
  LocationAddress: 'Street addresses of places',
  LocationPhone: 'Phones of places',
  LocationWebsite: 'Websites of places',
} as const;
