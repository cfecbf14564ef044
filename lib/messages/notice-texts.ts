/**
 * The reminders of an association that has not written its own reminders. Names in curly brackets are placeholders for
 * values of the member.
 */
export const defaultNoticeTexts = {
  before: {
    subject: '{organisation}: your membership ends on {lastDay}',
    text: 'Dear {name},\n\nYour membership ({type}) of {organisation} ends on {lastDay}.\n\nYou can renew it here:\n{renewalLink}\n\nIf you have already renewed it, ignore this email.\n',
  },
  last: {
    subject: '{organisation}: the last day of your membership is {lastDay}',
    text: 'Dear {name},\n\nThe last day of your membership ({type}) of {organisation} is {lastDay}.\n\nYou can renew it here:\n{renewalLink}\n\nIf you have already renewed it, ignore this email.\n',
  },
  after: {
    subject: '{organisation}: your membership ended on {lastDay}',
    text: 'Dear {name},\n\nYour membership ({type}) of {organisation} ended on {lastDay}. You can still renew it:\n{renewalLink}\n\nIf you have already renewed it, ignore this email.\n',
  },
  yearly: {
    subject: '{organisation}: is this still right?',
    text: 'Dear {name},\n\nOnce a year, {organisation} asks its members whether their details are still right. Open your entry, and press “Everything is right” or change what is not:\n\n{entryLink}\n\nYou may have to sign in first.\n',
  },
} as const;

export const noticeMailText = {
  test: '[Test] {subject}',
  nothingOwed: 'nothing',
} as const;
