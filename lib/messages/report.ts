/** Text of the form for telling the association of a mistake. */
export const reportText = {
  link: 'Report a mistake',
  title: 'Report a mistake: {name}',
  lead: 'What you write goes by e-mail to {organisation}, with the address of this profile. It is not published, and not kept here.',
  mistake: 'What is wrong, and how should it be?',
  email: 'Your e-mail address (optional)',
  emailHint: 'Only so that {organisation} can answer you.',
  send: 'Send',
  back: 'Back to the profile',
  sentTitle: 'Thank you',
  sent: 'Your report has been handed to {organisation}.',
  empty: 'Nothing was written. Please say what is wrong.',
  emailWrong:
    'The e-mail address cannot be read. Correct it or leave it out. Your browser’s Back button brings back what you wrote.',
  later:
    'Too many reports came from your network or to the association just now. Nothing was sent; please try again in an hour. Your browser’s Back button brings back what you wrote.',
  failed:
    'The mail could not be sent just now. Please try again in a few minutes: your browser’s Back button brings back what you wrote.',
} as const;
