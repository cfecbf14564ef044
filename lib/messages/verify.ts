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
