export const cardText = {
  title: 'Membership card',
  cardOf: 'Membership card of {name}',
  revoked: 'Your old cards no longer work. These are your new cards.',
  none: 'Each valid membership has a card, but you have no valid membership today. Go to <link>your memberships</link> to find out what to do.',
  lead: 'Show your card on your phone, or print this page. If somebody scans the code, a page at {host} shows them whether the membership is valid that day, and the name and membership type on the card. It shows nothing else.',
  typed: 'They can also type the letters and digits at {address}.',
  number: 'Number {number}',
  until: 'Until {date}',
  code: 'QR code for checking this card',
  checkAt: 'Check at {address}',
  scan: 'What a scan shows',
  lost: 'Lost a card?',
  revokeText:
    'If you cancel your old cards, every card you have shown or printed stops working, and you get new cards.',
  revoke: 'Cancel my old cards',
} as const;

export const verifyText = {
  title: 'Membership check',
  formTitle: 'Check a membership card',
  formText: 'You see whether the membership is valid today, the name on the card and the membership type.',
  code: 'Code on the card',
  codeHint: '13 letters and digits, such as 0123-4567-89ABC',
  codeWrong: 'This is not the code of a card. A code has 13 letters and digits, such as 0123-4567-89ABC.',
  check: 'Check',
  another: 'Check another card',
  asOf: 'As of <time>{time}</time>',
  valid: 'Valid',
  notValid: 'Not valid today',
  unknown: 'Not a valid card',
  unknownText:
    'If you typed the code, compare it with the card. Otherwise, ask the member for their current card.',
  unavailable: 'We cannot check this card at the moment',
  unavailableText: 'Try again in a few minutes.',
} as const;
