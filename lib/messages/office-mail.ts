export const officeMailText = {
  refusedSubject: '{organisation}: your application',
  refused:
    'Dear {name},\n\n{organisation} has not accepted your application for membership. The reason:\n\n{reason}\n',
  refusedWithReply:
    'Dear {name},\n\n{organisation} has not accepted your application for membership. The reason:\n\n{reason}\n\nIf you have questions, reply to this email.\n',
} as const;
