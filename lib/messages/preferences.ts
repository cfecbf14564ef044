export const preferencesText = {
  title: 'Choose who sees what',
  saved: 'Your choices are saved. The directory shows them within a minute. <link>See your profile</link>',
  save: 'Save',
  entry: 'Who sees my entry',
  members: 'Members with a valid membership see this in the directory for members, after they sign in.',
  takesMessages: 'Let people write to me through the directory. My address is not shown.',
  noMail: 'This site cannot send email yet, so visitors cannot write to you through your profile.',
  noEmail:
    'The association has no email address for you, so visitors cannot write to you through your profile.',
  messagesHint:
    'If you tick the box, your profile has a form for messages. Messages are sent to {email}. The form does not show that address, but your reply does.',
  place: 'A place',
  precision: '{place}: how exactly to show it',
  precisionHint:
    'Unless you choose the exact place, only an area is shown, and the street address is hidden here and on other sites.',
  precisionHintNamed:
    'Unless you choose the exact place, only an area is shown, and the street address is hidden here and on other sites. The name “{name}” is always shown, even if it reveals the place.',
} as const;

export const precisionText = {
  exact: 'The exact place',
  suburb: 'The suburb only',
  postcode: 'The postcode only',
  state: 'The state only',
} as const;

/** What visitors see of a place, below each choice. */
export const precisionLooks = {
  exact: 'Visitors see a pin at the place, and the street address if it is shown.',
  suburb: 'Visitors see “Somewhere in” the suburb, and a circle in its middle. The street is hidden.',
  postcode:
    'Visitors see the postcode, and a circle in the middle of its area. The street and the suburb are hidden.',
  state: 'Visitors see the state, and a circle in its middle. Everything closer is hidden.',
} as const;

export const audienceText = {
  everybody: 'Everybody',
  members: 'Members only',
  office: 'The office only',
} as const;

/** What a control shows. It may stand for several fields. Its key is the first of these fields. */
export const choiceText = {
  FirstName: 'Name and title',
  Organisation: 'Organisation',
  MembershipType: 'Membership type',
  Categories: 'Categories',
  Chapter: 'Chapter',
  JoiningDate: 'Member since (the year)',
  Suburb: 'Suburb',
  State: 'State and country',
  Extras: 'Answers to the association’s questions',
  Email: 'Email',
  Phone: 'Phone',
  WorkPhone: 'Work phone',
  Mobile: 'Mobile',
  Locations: 'Places on the map',
  LocationAddress: 'Street addresses of places',
  LocationPhone: 'Phone numbers of places',
  LocationWebsite: 'Websites of places',
} as const;
