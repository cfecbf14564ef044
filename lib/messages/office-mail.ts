export const officeMailText = {
  refusedSubject: '{organisation}: your application',
  refused:
    'Dear {name},\n\n{organisation} has not accepted your application for membership. The reason:\n\n{reason}\n',
  refusedWithReply:
    'Dear {name},\n\n{organisation} has not accepted your application for membership. The reason:\n\n{reason}\n\nIf you have questions, reply to this email.\n',
  testSubject: 'Test email of {organisation}',
  test: 'This is a test. {organisation} can send emails.',
} as const;

export const proposalMailText = {
  refusedSubject: '{organisation}: your change',
  refused:
    'Dear {name},\n\n{organisation} has not accepted the change that you proposed for your entry. The reason:\n\n{reason}\n',
  refusedWithReply:
    'Dear {name},\n\n{organisation} has not accepted the change that you proposed for your entry. The reason:\n\n{reason}\n\nIf you have questions, reply to this email.\n',
} as const;
