export const publicEntryText = {
  noMembership: 'You have no membership, so you are not in the directory.',
  ask: 'To change what is shown, contact the association.',
  change: 'Change what is shown',
  inList: 'In the list',
  onPage: 'Visitors also find <link>your public page</link>.',
  wholePage: 'The whole page, as visitors get it',
  forMembers: 'What signed-in members see',
  fields: 'What is public, and why',
  hidden: 'Visitors cannot see this membership. {reason}',
} as const;

/** Why visitors cannot see a membership. */
export const hiddenReasons = {
  closed: 'The directory is closed for now, so visitors see nobody.',
  closedForVisitors: 'The directory is closed for now. Members see it after they sign in.',
  forMembers: 'Only members see it, after they sign in.',
  choice: 'It is hidden, by your choice or the association’s.',
  'awaiting-approval': 'It is not approved yet.',
  incomplete: 'The application is not complete.',
  expired: 'It has ended.',
  owing: 'A payment is outstanding.',
  suspended: 'It is suspended.',
  cancelled: 'It was cancelled.',
  other: 'The directory lists only valid memberships.',
  type: 'The association does not list memberships of this type, or the name is hidden. A change shows within a minute.',
  unknown:
    'Perhaps it is hidden from the directory, or the association does not list memberships of this type. A change shows within a minute.',
} as const;

export const publicFieldText = {
  name: 'Name',
  picture: 'Picture',
  noDescription: 'Without a description',
  organisation: 'Organisation',
  type: 'Membership type',
  categories: 'Categories',
  chapter: 'Chapter',
  memberSince: 'Member since',
  place: 'Place',
  email: 'Email',
  phone: 'Phone',
  messages: 'Messages',
  takesMessages: 'People can write to you',
  onMap: 'On the map',
} as const;

export const publicReasons = {
  unlessOff: 'Shown unless you or the association switch it off.',
  name: 'Shown unless you or the association switch it off. Without a name there is no profile.',
  type: 'Shown unless you or the association switch it off. The association shows this type to the public.',
  memberSince: 'Shown unless you or the association switch it off. Only the year is shown.',
  place:
    'Shown unless you or the association switch it off. Your street and your postal address are never shown.',
  answer:
    'Shown unless you or the association switch it off. The association lets people search by the answers to this question.',
  switchedOn: 'Shown because you or the association switched it on.',
  messages:
    'Shown because you or the association switched it on. Your profile has a form if this site can send email. Your address is not shown.',
} as const;

/** Why a place on the map has its precision. */
export const precisionReasons = {
  exact: 'At its exact place, because this was chosen, or because it is the default for organisations.',
  suburb: 'As an area: the map shows the middle of the suburb, not your address.',
  postcode: 'As an area: the map shows the middle of the postcode, not your address.',
  state: 'As an area: the map shows the middle of the state, not your address.',
} as const;
