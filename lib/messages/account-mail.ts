/** Text of the mails with which members sign in and choose passwords. */
export const accountMailText = {
  codeSubject: '{code} is your sign-in code',
  code: 'Your code to sign in is\n\n    {code}\n\nIt works for {minutes, plural, one {# minute} other {# minutes}}, in the browser where you asked for it. Never tell it to anyone.\n',
  inviteSubject: '{organisation}: choose your password',
  invite:
    'Dear {name},\n\nchoose a password to see your membership:\n\n{link}\n\nThe link works once, within seven days.\n',
  resetSubject: '{organisation}: set a new password',
  reset:
    'Someone, we hope you, asked for a new password. Choose it here within one hour:\n\n{links}\n\nIf it was not you, leave this mail be: nothing changes.\n',
  resetLink: 'For {name}:\n{link}',
  nameless: 'Your membership',
} as const;
