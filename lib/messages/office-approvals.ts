export const approvalText = {
  title: 'Applications',
  count: '{count, plural, one {# member is} other {# members are}} waiting.',
  intro: 'They are not in the directory until you approve them.',
  empty: 'Nobody is waiting for approval. New members who have not been approved appear here.',
  received: 'Received',
  select: 'Select {name}',
  approveSelected: 'Approve the selected members',
  open: 'View, change or refuse {name}',
  next: 'Next members',
  approved: '{count, plural, one {# member was} other {# members were}} approved.',
  refusedWaiting:
    'The membership was removed. The email with the reason is waiting: this site cannot send email yet.',
  refusedSent: 'The membership was removed. The reason was sent to the person by email.',
  refusedSilent: 'The membership was removed. The person has no email address, so we did not tell them.',
  refusedFailed:
    'The membership was removed, but the email with the reason could not be sent. Contact them another way.',
  refused: 'The membership was removed. If the person has an email address, they get the reason by email.',
  nothingSelected: 'Select at least one member.',
  someChanged:
    'Nobody was approved, because a member’s data has changed since you opened the page. Check the members again, then approve them.',
} as const;

export const proposalText = {
  title: 'Changes that members propose',
  tabs: 'Applications and proposed changes',
  applications: 'Applications',
  changes: 'Changes to entries',
  intro: 'Members see what they proposed as “waiting”. Nobody else sees it before you accept it.',
  empty: 'No member has proposed a change. What members may change themselves is decided under Settings.',
  more: 'There are more. They are shown when these are decided.',
  since: 'Proposed on {day}',
  caption: 'What {name} proposes',
  field: 'Field',
  now: 'Now',
  proposed: 'Proposed',
  changed: 'Changed since the proposal. Before: {value}',
  accept: 'Accept',
  acceptOf: 'Accept the change of {name}',
  decline: 'Decline',
  answer: 'What {name} reads',
  answerHint: 'It is emailed, and shown on the member’s own page.',
  declineButton: 'Decline and send',
  accepted: 'Accepted. The change is made.',
  declined: 'Declined. The member was told by email.',
  declinedSilent: 'Declined. The member has no email address, and reads your answer on their own page.',
  declinedFailed:
    'Declined, but the email could not be sent. The member reads your answer on their own page.',
  declinedWaiting:
    'Declined. The email waits, because this site cannot send email yet. The member reads your answer on their own page.',
} as const;
