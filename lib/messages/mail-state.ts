export const mailStateText = {
  off: 'This site cannot send email yet. Invitations, reminders and messages are waiting.',
  offFix:
    'Set SMTP_URL and MAIL_FROM in the environment of the server, and restart it. Emails that have waited at most 7 days are then sent.',
  failing: 'The last email could not be sent: the mail server {host} could not be used.',
  failingFix: 'Open “Emails” and send a test. If it fails, check SMTP_URL.',
} as const;
