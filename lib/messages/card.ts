/** Text of the membership cards. */
export const cardText = {
  title: 'Membership card',
  cardOf: 'Membership card of {name}',
  revoked: 'Your old cards are worthless now. These are your new ones.',
  none: 'There is a card for each valid membership, and you have none today. <link>Your memberships</link> says what to do.',
  lead: 'Show it on your phone, or print this page. Whoever scans the code sees at {host} whether the membership is valid that day, with the name and the type on the card and nothing else.',
  number: 'Number {number}',
  until: 'Until {date}',
  code: 'Code that leads to the check of this card',
  scan: 'What a scan shows',
  lost: 'Lost a card?',
  revokeText: 'Every card you have shown or printed so far becomes worthless, and you get new ones.',
  revoke: 'Make my old cards worthless',
} as const;
