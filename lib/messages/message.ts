export const messageText = {
  link: 'Write to {name}',
  lead: 'We email your message to {name}. You do not see their address, but they see yours so that they can reply. We do not publish or keep your message.',
  name: 'Your name',
  email: 'Your email address',
  emailHint: '{name} sees this address and can reply to you.',
  message: 'Your message',
  send: 'Send',
  back: 'Back to the profile',
  title: 'Send a message',
  sentTitle: 'Thank you',
  sent: 'We email your message, if the person or organisation still accepts messages. Replies come to your own email address. We do not keep a copy.',
  empty: 'Enter your name and a message. Use your browser’s Back button to return to what you wrote.',
  emailForm: 'An email address, like name@example.org',
  emailWrong:
    'Enter your email address in the correct format, like name@example.org. Without it you cannot get a reply. Use your browser’s Back button to return to what you wrote.',
  later:
    'Too many messages were sent from your network or to this person or organisation in the last hour, or from this site today. Your message was not sent. Try again in an hour, or tomorrow. Use your browser’s Back button to return to what you wrote.',
  failed:
    'We could not send the email. Try again in a few minutes. Use your browser’s Back button to return to what you wrote.',
} as const;
