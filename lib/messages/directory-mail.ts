/** Text of the mails that visitors’ forms send. A line of "-- ", with its space, begins what mail programs hold for a signature. */
export const messageMailText = {
  subject: 'A message through the directory of {organisation}',
  text: `Somebody who gives the name {name} writes to you through your profile
in the directory of {organisation}:

{message}

--${' '}
Your answer goes to {email}, and shows your address. Nobody has checked
whose that is; this message was sent without showing them yours.
Your profile: {url}
To take no more messages, switch them off: {preferencesUrl}
`,
} as const;

export const reportMailText = {
  subject: 'A mistake in the directory: {name}',
  text: 'A visitor of the directory writes about the entry of {name},\n{url}\n\n{mistake}\n\n{from}\n',
  noAddress: 'No address was given to answer to.',
  address: 'The address given to answer to is {email}. Nobody has checked whose it is.',
} as const;
