/** Text of the forms to approve or refuse one member. Browsers load this file. */
export const approvalFormText = {
  approveTitle: 'Approve',
  approve: 'Approve',
  refuseTitle: 'Refuse',
  refuseHint: 'The membership is removed. The person stays stored, and you can undo this.',
  refuseMail: 'The reason is sent to {email}.',
  refuseNoMail: 'The person has no email address, so nobody is told the reason. It is recorded.',
  reason: 'Reason',
  refuse: 'Refuse and send the reason',
  refuseQuietly: 'Refuse',
  problems: 'There is a problem',
  changed:
    'Somebody has changed this member since you opened the page. Open the page again to see the new values. What you typed is still here.',
  failed:
    'We cannot reach the membership system at the moment. Nothing was changed. Try again in a few minutes.',
  notAllowed: 'Your role does not allow this, or the member is no longer here.',
  wrong: '{field}: {reason}',
  first: 'First name',
  last: 'Last name',
  organisation: 'Organisation',
  email: 'Email',
  phone: 'Phone',
  mobile: 'Mobile',
  number: 'Membership number',
  expiry: 'Last day of the membership',
} as const;
