/** Mail programs treat "-- " (with its space) as the start of a signature. */
export const messageMailText = {
  subject: 'Message through the directory of {organisation}',
  text: `Someone who gave the name {name} sent you a message through your profile in the directory of {organisation}:

{message}

--${' '}
The sender gave the address {email}. We have not checked that it is theirs.
If you reply, the sender sees your address. We have not shown it to them.
Your profile: {url}
To stop receiving messages, switch them off: {preferencesUrl}
`,
} as const;

export const reportMailText = {
  subject: 'Mistake in the directory: {name}',
  text: 'A visitor to the directory reported a mistake in the profile of {name}:\n{url}\n\n{mistake}\n\n{from}\n',
  noAddress: 'The visitor gave no email address for a reply.',
  address: 'The visitor gave {email} for a reply. We have not checked whose address it is.',
} as const;
