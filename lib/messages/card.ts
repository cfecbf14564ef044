export const cardText = {
  title: 'Membership card',
  cardOf: 'Membership card of {name}',
  revoked: 'Your old cards no longer work. These are your new cards.',
  none: 'Each valid membership has a card, but you have no valid membership today. Go to <link>your memberships</link> to find out what to do.',
  lead: 'Show your card on your phone, or print this page. If somebody scans the code, a page at {host} shows them whether the membership is valid that day, and the name and membership type on the card. It shows nothing else.',
  number: 'Number {number}',
  until: 'Until {date}',
  code: 'QR code for checking this card',
  scan: 'What a scan shows',
  lost: 'Lost a card?',
  revokeText:
    'If you cancel your old cards, every card you have shown or printed stops working, and you get new cards.',
  revoke: 'Cancel my old cards',
} as const;

export const verifyText = {
  title: 'Membership check',
  asOf: 'As of <time>{time}</time>',
  valid: 'Valid',
  notValid: 'Not valid today',
  unknown: 'Not a valid card',
  unknownText: 'Ask the member for their current card.',
  unavailable: 'We cannot check this card at the moment',
  unavailableText: 'Try again in a few minutes.',
} as const;
