/** Mail programs treat "-- " (with its space) as the start of a signature. */
export const messageMailText = {
  subject: 'Message through the directory of {organisation}',
  text: `Someone who gave the name {name} sent you a message through your profile in the directory of {organisation}:

{message}

--${' '}
Your reply goes to {email} and shows them your address.
We have not checked whose address that is. We have not shown them yours.
Your profile: {url}
To stop receiving messages, switch them off: {preferencesUrl}
`,
} as const;

export const reportMailText = {
  subject: 'Mistake in the directory: {name}',
  text: 'A visitor to the directory reported a mistake in the entry of {name}:\n{url}\n\n{mistake}\n\n{from}\n',
  noAddress: 'The visitor gave no email address for a reply.',
  address: 'The visitor gave {email} for a reply. We have not checked whose address it is.',
} as const;
