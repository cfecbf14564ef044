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
