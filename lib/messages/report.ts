export const reportText = {
  link: 'Report a mistake',
  title: 'Report a mistake: {name}',
  lead: 'We email your report to {organisation}, with the address of this profile. We do not publish or keep it.',
  mistake: 'What is wrong, and what should it be?',
  email: 'Your email address (optional)',
  emailHint: 'Only used by {organisation} to reply to you.',
  send: 'Send',
  back: 'Back to the profile',
  sentTitle: 'Thank you',
  sent: 'We have sent your report to {organisation}.',
  empty: 'Your report is empty. Enter what is wrong.',
  emailWrong:
    'Enter an email address in the correct format, like name@example.org, or leave this field empty. Use your browser’s Back button to return to what you wrote.',
  later:
    'Too many reports were sent from your network or to the association in the last hour. Your report was not sent. Try again in an hour. Use your browser’s Back button to return to what you wrote.',
  failed:
    'We could not send the email. Try again in a few minutes. Use your browser’s Back button to return to what you wrote.',
} as const;
