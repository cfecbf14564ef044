/** Text of the form for writing to a member. */
export const messageText = {
  link: 'Write to {name}',
  lead: 'What you write goes to {name} by e-mail. Their address is not shown here; yours is given to them, so that they can answer. Nothing is published, and nothing kept here.',
  name: 'Your name',
  email: 'Your e-mail address',
  emailHint: '{name} sees it, to answer you.',
  message: 'Your message',
  send: 'Send',
  back: 'Back to the profile',
  title: 'Write to a member',
  sentTitle: 'Thank you',
  sent: 'Your message goes on by e-mail, if the member still takes messages. An answer comes to your own address. This site keeps no copy.',
  empty:
    'Your name or the message is missing. Please fill in both. Your browser’s Back button brings back what you wrote.',
  emailForm: 'An address like name@example.org',
  emailWrong:
    'Your e-mail address is missing or cannot be read. Without it nobody could answer you. Your browser’s Back button brings back what you wrote.',
  later:
    'Too many messages came from your network or to this member just now, or were sent from this site today. Nothing was sent; please try again in an hour, or tomorrow. Your browser’s Back button brings back what you wrote.',
  failed:
    'The mail could not be sent just now. Please try again in a few minutes: your browser’s Back button brings back what you wrote.',
} as const;
