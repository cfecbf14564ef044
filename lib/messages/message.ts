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
    'Your message was not sent. In the last hour, too many messages were sent from your network or to this person or organisation, or this site has sent too many messages today. Try again in an hour, or tomorrow. Use your browser’s Back button to return to what you wrote.',
  failed:
    'We could not send the email. Try again in a few minutes. Use your browser’s Back button to return to what you wrote.',
} as const;
