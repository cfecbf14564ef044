/** Text of the page that shows members what the world sees of them. */
export const publicEntryText = {
  noMembership: 'You have no membership, so the directory does not list you.',
  ask: 'To change what is shown, ask the association.',
  change: 'Change what is shown',
  inList: 'In the list',
  onPage: 'On <link>your public page</link>',
  fields: 'What is public, and why',
  switchedOff:
    'Visitors see nothing of this membership. It may be switched off, or its type may not be one that the association lists; a change shows within a minute.',
  notValid: 'Visitors see nothing of this membership. Only memberships that are valid are listed.',
} as const;

/** Names of what is public. */
export const publicFieldText = {
  name: 'Name',
  organisation: 'Organisation',
  type: 'Membership type',
  categories: 'Categories',
  chapter: 'Chapter',
  memberSince: 'Member since',
  place: 'Place',
  email: 'E-mail',
  phone: 'Phone',
  messages: 'Messages',
  takesMessages: 'People may write to you',
  onMap: 'On the map',
} as const;

/** Why something is public. */
export const publicReasons = {
  unlessOff: 'Shown unless it is switched off.',
  name: 'Shown unless it is switched off. Without a name there is no entry.',
  type: 'Shown unless it is switched off. The association shows this type to the public.',
  memberSince: 'Shown unless it is switched off. Only the year is shown.',
  place: 'Shown unless it is switched off. Your street and your mailing address are never shown.',
  answer:
    'Shown unless it is switched off. The association lets people search by the answers to this question.',
  switchedOn: 'Shown because it was switched on, by you or for you.',
  messages:
    'Shown because it was switched on, by you or for you. Your profile has a form where this site can send mail; your address is not shown.',
} as const;

/** Why a place is on the map as exactly as it is. */
export const precisionReasons = {
  exact: 'At its exact place, as was chosen or as is usual for organisations.',
  suburb: 'As an area: the map shows the middle of the suburb, not your address.',
  postcode: 'As an area: the map shows the middle of the postcode, not your address.',
  state: 'As an area: the map shows the middle of the state, not your address.',
} as const;
